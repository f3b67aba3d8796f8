"""Actors: who plays the games that are learnt from, wherever that is.

    job = acting(game, [told(network)], first=0, last=500, seed=1, company=Company({"self": 1}))
    lot = Lot.from_json(place.ask(job))

A job is some games of a series, whole ones, by a number for each. What comes of them is a function
of the game, the seed, the numbers, the weights of the networks and the settings: not of who plays
them, in which process, or which other games they are played with.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.engine.simulation import MOST_DECISIONS
from kibitz.errors import KibitzError
from kibitz.learn.lots import KINDS, Lot, joined
from kibitz.learn.seating import SELF, Company, Seating
from kibitz.learn.stage import (
    FOLLOWING,
    GAME,
    HAND,
    LATER,
    MOVER,
    REST,
    STEPS,
    TAKEN,
    Played,
    Stage,
)
from kibitz.nets import Network, data_of, network_of
from kibitz.work import Job, Thing

__all__ = ["CHOICES", "act", "acting", "network", "played", "told"]

CHOICES = ("greedy", "softmax")
"""How a network that learns chooses: what it likes best, or by the softmax of its policy."""


def act(
    game: Game,
    numbers: range,
    *,
    seed: int,
    networks: Sequence[Network],
    company: Company,
    epsilon: float = 0.0,
    knowledge: str = "none",
    choose: str = "greedy",
    recorded: str = SELF,
    limit: int = MOST_DECISIONS,
    mode: str = "native",
) -> Lot:
    """Play the games with these numbers, and record the decisions of everybody who goes by the name
    `recorded`. The first of the networks is the one that learns, the others are earlier selves.

    Those who are recorded take any option with the probability `epsilon`, so that all are tried.
    """
    _check(company, epsilon, choose, networks, recorded)
    company.check(game)
    seating = Seating.of(company, len(networks) - 1, recorded)
    who = [networks[each] if isinstance(each, int) else each for each in seating.lines]
    stage = Stage(
        game,
        who,
        recorded=seating.line[0],
        knowledge=knowledge,
        astray=epsilon,
        softly=choose == "softmax",
        limit=limit,
        mode=mode,
    )
    given = np.arange(numbers.start, numbers.stop)
    places, lines = seating.seated(given, game.players, seed)
    lots: list[Lot] = []
    at = 0
    for each in stage.play(given, lines, seed):
        games = slice(at, at + len(each.ended))
        lots.append(_lot(each, places[games], seating.names))
        at = games.stop
    return joined(lots)


def _lot(played: Played, places: NDArray[np.int64], names: tuple[str, ...]) -> Lot:
    """What came of some games, as it is learnt from."""
    ended = played.ended
    number = np.cumsum(ended) - 1
    decisions = played.decisions
    found: dict[str, Any] = {
        "rows": played.rows,
        "games": number[decisions[:, GAME]],
        "scores": played.scores[ended],
        "places": places[ended],
    }
    columns = {
        "actions": TAKEN,
        "seats": MOVER,
        "hand": HAND,
        "rest": REST,
        "later": LATER,
        "following": FOLLOWING,
        "steps": STEPS,
    }
    for name, column in columns.items():
        found[name] = decisions[:, column]
    return Lot(
        **{name: np.ascontiguousarray(found[name], kind) for name, kind in KINDS.items()},
        names=names,
        unfinished=int((~ended).sum()),
        speechless=int(played.speechless.sum()),
    )


def _check(
    company: Company, epsilon: float, choose: str, networks: Sequence[Network], recorded: str
) -> None:
    if not 0 <= epsilon <= 1:
        raise KibitzError(f"an epsilon of {epsilon}", "from 0 to 1: how often any option is tried")
    if choose not in CHOICES:
        raise KibitzError(f"nobody chooses by `{choose}`", f"one of: {', '.join(CHOICES)}")
    if not networks and SELF in (recorded, *company.weights):
        raise KibitzError("there is no network that learns", "give one")


# --- jobs: see `kibitz.work` ----------------------------------------------------------------------


def told(network: Network) -> Thing:
    """A network for a job."""
    return Thing.once(f"{__name__}:network", {"data": b64encode(data_of(network)).decode()})


def network(data: str) -> Network:
    """A network that was sent."""
    return network_of(b64decode(data))


def acting(
    game: Game,
    networks: Sequence[Thing],
    *,
    first: int,
    last: int,
    seed: int,
    company: Company,
    **settings: Any,
) -> Job:
    """The job to play the games from `first` to before `last`; the settings are those of `act`."""
    arguments = {"first": first, "last": last, "seed": seed, "company": dict(company.weights)}
    things = {"game": GameRef.of(game).thing}
    things |= {f"network{k}": thing for k, thing in enumerate(networks)}
    return Job(f"{__name__}:played", {**arguments, **settings}, things, kind="acting")


def played(
    game: Game, first: int, last: int, seed: int, company: Mapping[str, float], **more: Any
) -> dict[str, Any]:
    """A lot of games, for whoever has asked: `network0` and so on, and the settings of `act`."""
    named = [name for name in more if name.startswith("network")]
    networks = [more.pop(f"network{k}") for k in range(len(named))]
    numbers = range(first, last)
    lot = act(game, numbers, seed=seed, networks=networks, company=Company(company), **more)
    return lot.answer()
