"""A small competition of house bots, played in a folder: for tests of whoever reads a store."""

from __future__ import annotations

from pathlib import Path

from kibitz.arena.arbiter import Arbiter
from kibitz.arena.plan import Plan
from kibitz.bots.abroad import Embassy
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.lots import Lots
from kibitz.compete.model import GameId, PlayedGame, Version
from kibitz.compete.phases import is_over, meetings, table
from kibitz.compete.store import Store
from kibitz.engine.descriptions import load
from kibitz.engine.reference import GameRef

ENTRANTS = ("Ana", "Bea", "Cleo", "Dora")
BOTS = ("rule", "osla:deals=2", "first", "random")


def charter(game: str = "brisca", games: int = 4) -> Charter:
    """Four entrants: a gauntlet, a league, and a cup of all of them."""
    return Charter(
        "Example cup",
        game,
        tuple(
            Entrant(name, bot, (f"{name} herself",), f"{name.lower()}@example.org")
            for name, bot in zip(ENTRANTS, BOTS, strict=True)
        ),
        (
            Phase("gauntlet", games, "Gauntlet", opponents=("first",), best=4),
            Phase("league", games, "League"),
            Phase("cup", games, "Cup"),
        ),
        seed="an example",
    )


def played(folder: Path, of: Charter | None = None, until: int | None = None) -> Store:
    """The store of a competition in a folder; `until`: only so many games of it were played."""
    of = of or charter()
    game = load(of.game, **of.parameters)
    lots = Lots.seeded(of.seed or "")
    store = Store.create(folder, of, game, lots)
    field = tuple(lots.drawn((one.name for one in of.entrants), "field"))
    ref, embassy = GameRef.of(game), Embassy(GameRef.of(game))
    done = 0
    for number, phase in enumerate(of.phases):
        bots = {one.name: one.bot for one in of.entrants}
        bots |= {f"bot:{one}": one for one in phase.opponents}
        versions = [Version(number, name, bot, "0" * 32) for name, bot in bots.items()]
        store.begin(number, field, versions)
        stage = store.stage(number)
        assert stage is not None
        while not is_over(found := meetings(stage, store.results(number)), store.results(number)):
            store.draw(found)
            for meeting in found:
                for turn, seating in enumerate(meeting.seatings):
                    deals = [
                        deal
                        for deal in meeting.dealt(turn)
                        if GameId(number, meeting.round, meeting.number, deal, turn)
                        not in store.results(number).games
                    ]
                    if not deals:
                        continue
                    plan = Plan(
                        ref,
                        tuple(bots[name] for name in meeting.entrants),
                        meeting.entrants,
                        lots.bots(number, meeting.round, meeting.number, turn),
                        deals,
                        (seating,),
                        recorded=True,
                        keys=tuple(lots.deal(number, deal) for deal in deals),
                    )
                    arbiter = Arbiter(plan, game, embassy)
                    for place, deal in enumerate(deals):
                        if done == until:
                            return store
                        done += 1
                        outcome = arbiter.play(place)
                        at = GameId(number, meeting.round, meeting.number, deal, turn)
                        names = meeting.names(turn)
                        assert outcome.record is not None
                        store.enter(
                            [
                                (
                                    PlayedGame(at, names, seating, outcome.result),
                                    outcome.record.to_json(),
                                )
                            ]
                        )
        store.draw(found)
        order = table(stage, store.results(number))
        store.finish(number, order)
        field = tuple(row.name for row in order)[: phase.best]
    embassy.close()
    store.note(state="finished")
    return store
