"""The bot that asks a network: what it is given, what it chooses, what it says, what it refuses."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest
from house import HOUSE

import kibitz
from kibitz.bots.bot import start, thinking
from kibitz.bots.hints import hint
from kibitz.bots.luggage import Luggage, packed
from kibitz.bots.names import (
    asks_network,
    called,
    described,
    file_of,
    filed,
    find,
    is_foreign,
    listed,
    moved,
    names,
    split,
    with_network,
)
from kibitz.bots.net import Net
from kibitz.compete.articles import Read
from kibitz.compete.charter import Charter, Entrant, Phase
from kibitz.compete.report import write as publish
from kibitz.compete.run import begin, run
from kibitz.compete.verify import verify
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.nets import Network, blank, preferences, write
from kibitz.seats.embassy import Embassy
from kibitz.seats.emissary import Emissary
from kibitz.seats.terms import Terms

from .playing import played


@pytest.fixture(scope="module")
def game() -> Game:
    return kibitz.load("agram", NUMP=2, HAND=3)


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    return blank(game, "possible", hidden=(8,), scale=2.0)


@pytest.fixture
def file(network: Network, tmp_path: Path) -> Path:
    path = tmp_path / "my.npz"
    write(network, path)
    return path


@pytest.fixture
def own(game: Game, tmp_path: Path) -> Game:
    """A game of one's own, with its network beside it."""
    description = tmp_path / "own.rcy"
    description.write_text(game.source.text)
    description.with_suffix(".toml").write_text(game.sheet.text or "")
    found = kibitz.load(description, NUMP=2, HAND=3)
    write(blank(found, hidden=(8,), scale=2.0), tmp_path / "own.net.npz")
    return found


# --- what it chooses ------------------------------------------------------------------------------


def test_it_takes_what_its_network_prefers(game: Game, network: Network, file: Path) -> None:
    bot = find(f"net:{file}", game).make()
    state = game.new(seed=3)
    start(bot, game, 0, 1)
    while not state.over:
        if len(state.actions) > 1:
            seen = kibitz.view(state, state.to_move)
            mask = np.zeros((1, game.action_count), bool)
            mask[0, [action.id for action in seen.actions]] = True
            best = preferences(network, seen.encode("possible")[None], mask).argmax()
            assert bot.choose(seen, None).id == best
        state = state.after(state.actions[0])


def test_of_equals_it_takes_the_first(game: Game, network: Network, tmp_path: Path) -> None:
    weights, bias = network.heads["q"]
    none = np.zeros_like(weights), np.zeros_like(bias)
    write(replace(network, heads={"q": none}), tmp_path / "none.npz")
    seen = kibitz.view(game.new(seed=3), 0)
    choice = Net(str(tmp_path / "none.npz")).choose(seen, None)
    assert choice.id == min(action.id for action in seen.actions)


@pytest.mark.parametrize("name", HOUSE)
def test_swapped_hidden_cards_change_no_bit_of_what_it_is_given(name: str) -> None:
    game, rng = kibitz.load(name), Random(1)
    state = game.new(seed=2)
    while not state.over and len(state.history) < 30:
        if len(state.actions) > 1 and rng.random() < 0.3:
            seen = kibitz.view(state, state.to_move)
            other = kibitz.view(seen.sample(rng), state.to_move)
            for knowledge in KNOWLEDGE:
                assert seen.encode(knowledge).tobytes() == other.encode(knowledge).tobytes()
        state = state.after(rng.choice(state.actions))
    assert len(state.history) > 5


def test_nor_of_what_it_does(game: Game, file: Path) -> None:
    bots = [find(f"net:{file}", game).make() for _ in range(2)]
    assert played(game, bots, 5, Random(5)).over


# --- what it says ---------------------------------------------------------------------------------


def test_it_tells_points_to_come_and_claims_no_tries(game: Game, network: Network) -> None:
    seen = kibitz.view(game.new(seed=3), 0)
    q = network.answers(seen.encode("possible")).q
    assert q is not None
    found = hint(seen, "net", _asked(game, network, seen))
    said = found.thinking
    assert said is not None
    assert (said.measure, said.tried, said.iterations, said.method) == (
        *("points", False, 0),
        "network",
    )
    assert found.best == said.best
    assert [one.action.id for one in said.thoughts] == sorted(
        (action.id for action in seen.actions), key=lambda number: -q[0, number]
    )
    for one in said.thoughts:
        assert one.value == pytest.approx(q[0, one.action.id])
        assert (one.visits, one.low, one.high) == (0, -inf, inf)
    assert str(found) == f"net would {found.best}"


def _asked(game: Game, network: Network, seen: kibitz.View) -> Net:
    """A bot that has its network from nowhere."""
    bot = Net()
    bot.start = lambda *given: None  # type: ignore[method-assign]
    bot._game, bot._network = game, network
    return bot


def test_where_the_lowest_score_wins_points_have_the_sign_of_scores() -> None:
    game = kibitz.load("hearts")
    network = blank(game, hidden=(4,), scale=10.0)
    seen = kibitz.view(game.new(seed=1), game.new(seed=1).to_move or 0)
    bot = _asked(game, network, seen)
    best = bot.choose(seen, None)
    said, q = bot.thinking(), network.answers(seen.encode()).q
    assert said is not None
    assert q is not None
    assert said.best == best
    assert said.thoughts[0].value == pytest.approx(-q[0, best.id])
    values = [one.value for one in said.thoughts]
    assert values == sorted(values)  # fewer is better, and the best comes first


def test_a_policy_tells_how_much_it_prefers_each(game: Game) -> None:
    seen = kibitz.view(game.new(seed=3), 0)
    bot = _asked(game, blank(game, hidden=(4,), heads=("policy", "value"), scale=1.0), seen)
    best = bot.choose(seen, None)
    said = thinking(bot)
    assert said is not None
    assert (said.measure, said.best) == ("share", best)
    assert sum(one.value for one in said.thoughts) == pytest.approx(1)
    assert all(0 < one.value < 1 for one in said.thoughts)


def test_before_it_was_asked_it_has_nothing_to_say(game: Game, file: Path) -> None:
    bot = Net(str(file))
    assert bot.thinking() is None
    bot.choose(kibitz.view(game.new(seed=3), 0), None)
    assert bot.thinking() is not None
    bot.start(game, 0, 1)
    assert bot.thinking() is None


# --- names ----------------------------------------------------------------------------------------


def test_a_file_may_be_given_with_and_without_the_name_of_the_parameter(file: Path) -> None:
    game = kibitz.load("agram", NUMP=2, HAND=3)
    for name in (f"net:{file}", f"net:file={file}", f" net: file = {file} "):
        assert find(name, game).settings == {"file": str(file)}
        assert file_of(name) == file
        assert not is_foreign(name)
        assert asks_network(name)
        assert called(name) == "Network"
        assert str(file.parent) not in described(name)
        elsewhere = moved(name, Path("/tmp/else=where"))
        assert elsewhere == "net:file=/tmp/else=where/my.npz"
        assert file_of(elsewhere) == Path("/tmp/else=where/my.npz")
    assert split(f"random,net:{file},first") == ["random", f"net:{file}", "first"]


def test_without_a_file_there_is_none() -> None:
    assert [filed(name) for name in ("net", "net:file=none", "random", "ismcts:endings=3")] == (
        [None] * 4
    )
    assert [asks_network(name) for name in ("net", "random", "my.py:MyBot")] == [True, False, False]


def test_it_is_offered_where_a_game_brings_a_network_along(own: Game, game: Game) -> None:
    assert "net" in names()
    assert "net" in names(own)
    assert "net" not in names(kibitz.load(own.source.name, NUMP=3, HAND=3))  # does not fit
    assert "net" not in names(kibitz.load("kuhn"))
    (entry,) = [one for one in listed(own) if one.name == "net"]
    assert entry.error is None
    bot = find("net", own).make()
    assert played(own, [bot, bot], 3).over


def test_a_broken_network_is_not_offered(own: Game) -> None:
    Path(own.source.name).with_suffix(".net.npz").write_bytes(b"broken")
    assert "net" not in names(own)
    with pytest.raises(KibitzError, match=r"own\.net\.npz is no network"):
        find("net", own)


def test_networks_go_along_to_where_our_files_are_not(own: Game, file: Path) -> None:
    bots = [f"net:{file}", "net", "random"]
    near = Luggage(**packed(bots, True, own))
    assert near.bots == tuple(bots)
    far = Luggage(**packed(bots, False, own))
    one, other, plain = far.bots
    assert plain == "random"
    for name, content in ((one, file), (other, file.with_name("own.net.npz"))):
        there = file_of(name)
        assert there is not None
        assert there.parent != file.parent
        assert there.read_bytes() == content.read_bytes()
        assert list(there.parent.iterdir()) == [there]  # and nothing else that lay beside it
        assert find(name, own).make()
    house = kibitz.load("agram")
    assert with_network("net", house) == "net"  # it is wherever Kibitz is


# --- complaints -----------------------------------------------------------------------------------


def refused(name: str, game: Game) -> str:
    with pytest.raises(KibitzError) as caught:
        find(name, game)
    assert caught.value.hint
    assert "\n" not in caught.value.message
    return caught.value.message


def test_what_cannot_play_is_refused_before_the_game(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "my.npz"
    write(blank(game, hidden=(4,), heads=("value",), scale=1.0), file)
    small = kibitz.load("kuhn")
    assert refused("net", small) == "Kuhn poker has no network of its own"
    assert refused(f"net:{file}x", game) == f"there is no network {file}x"
    assert "but not what to do there" in refused(f"net:{file}", game)
    assert f"{file} is a network for Agram (NUMP=2, HAND=3, " in refused(
        f"net:{file}", kibitz.load("agram", NUMP=3, HAND=3)
    )
    assert "does not fit Kuhn poker" in refused(f"net:{file}", small)
    file.write_text("not a network")
    assert refused(f"net:{file}", game).startswith(f"{file} is no network: it is no .npz file")
    assert refused(f"net:files={file}", game).startswith("`net` has no parameter `files`")


def test_a_game_with_options_without_numbers_is_not_for_networks(tmp_path: Path) -> None:
    description = next(Path(__file__).parent.parent.rglob("subsets.rcy"))
    said = refused("net", kibitz.load(description))
    assert said.startswith("no network plays ")
    assert said.endswith("some of its options have no numbers")


# --- elsewhere ------------------------------------------------------------------------------------


def test_it_plays_in_a_match(game: Game, file: Path) -> None:
    once, again = (
        kibitz.match(game, [f"net:{file}", "random"], deals=5, workers=1) for _ in range(2)
    )
    assert once.games == 10
    assert [bot.name for bot in once.bots] == [f"net:{file}", "random"]
    assert [bot.mean_score for bot in once.bots] == [bot.mean_score for bot in again.bots]


def test_in_a_sandbox_it_finds_its_file_and_says_what_it_thinks(game: Game, file: Path) -> None:
    seen = kibitz.view(game.new(seed=3), 0)
    here = Net(str(file))
    with closing(Embassy(GameRef.of(game), Terms(sandbox="limits"))) as embassy:
        there = Emissary(f"net:{file}", embassy)
        there.start(game, 0, 1)
        assert there.choose(seen, None) == here.choose(seen, None)
        said, known = there.thinking(), here.thinking()
    assert said is not None
    assert known is not None
    assert replace(said, seconds=0) == replace(known, seconds=0)


def test_it_takes_part_in_a_competition_with_a_version_of_its_own(own: Game, file: Path) -> None:
    """With a file, and with what lies beside the game."""
    settings = {name: value for name, value in own.parameters.items() if name != "TRICKS"}
    charter = Charter(
        "Networks",
        own.source.name,
        (Entrant("Ana", "net"), Entrant("Bea", f"net:{file}")),
        (Phase("league", 2),),
        parameters=settings,
        seed="networks",
    )
    home = file.parent / "cup"
    with begin(Read(charter, own, "", Path()), home) as store:
        assert run(store, Path(), workers=1)
        kept = {one.name: one for one in store.versions()}
        assert store.status().games == 2
        for name, own_file in (("Ana", "own.net.npz"), ("Bea", "my.npz")):
            assert kept[name].bot.startswith(f"net:file=versions/{kept[name].hash}/")
            assert kept[name].bot.endswith(f"/{own_file}")
        publish(store)
        found = verify(store, again=True)
    assert found.wrong == []
    assert found.versions == 2
    assert found.again == 0  # everybody meets a network, which need not say the same elsewhere
