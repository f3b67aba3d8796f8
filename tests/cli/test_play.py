"""`kibitz play`: whole games by piped choices, taking back, leaving and coming back."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from kibitz.engine.descriptions import load
from kibitz.engine.game import Game

from .conftest import Kibitz

SMALL = Path(__file__).parent.parent / "games" / "small"
TURN = "Your turn"


def screens(output: str) -> list[str]:
    """What was on the screen at each decision; not where the record went."""
    output = re.sub(r"Recorded: .*\n", "", output)
    return re.split(rf"{TURN}[^:\n]*: ", output)


def _held(game: Game, seed: int) -> list[str]:
    """The first hand by suit and rank, as one holds it."""
    faces = game.new(seed).faces("HAND 0")
    ranks = ["3", "4", "5", "6", "7", "8", "9", "10", "A"]
    held = sorted(faces, key=lambda f: ("SHCD".index(f.text[-1]), ranks.index(f.text[:-1])))
    return [face.symbol for face in held]


def test_a_whole_game_of_agram(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", typed="1\n" * 6)
    assert result.exit_code == 0
    assert result.stdout.count(TURN) == 6
    assert "You lead" in result.stdout
    assert "You play" in result.stdout
    assert "East plays" in result.stdout
    assert "the end" in result.stdout
    last = screens(result.stdout)[-1]
    assert re.search(r"You (win|come [234](nd|rd|th))[.!]", last)
    assert "Another game?" in last
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("typed", ["text", "card", "symbol", "number", "label"])
def test_a_choice_is_typed_as_one_likes(play: Kibitz, typed: str) -> None:
    game = load("agram")
    action = max(game.new(5).actions, key=lambda action: "SHCD".index(action.cards[0][-1]))
    card = game.card(action.cards[0])
    words = {
        "text": action.text,
        "card": card.text.lower(),
        "symbol": card.symbol,
        "number": str(1 + _held(game, 5).index(card.symbol)),
        "label": action.label.upper(),
    }
    result = play("agram", "--seed", "5", typed=words[typed] + "\n")
    assert f"You lead {card.symbol}." in result.stdout


def test_the_same_seed_gives_the_same_game(play: Kibitz) -> None:
    def run(seed: str) -> list[str]:
        return screens(play("brisca", "--seed", seed, typed="1\n" * 10).stdout)

    assert run("4") == run("4")
    assert run("5") != run("4")


def test_what_the_seat_cannot_see_is_not_told(play: Kibitz) -> None:
    state = load("agram").new(8)
    shown = screens(play("agram", "--seed", "8").stdout)[0]
    seen = set(re.findall(r"(?:10|[3-9A])[♠♥♣♦]", shown))
    assert seen == {face.symbol for face in state.faces("HAND 0")}


def test_legal_cards_are_numbered_and_others_refused(play: Kibitz) -> None:
    game = load("agram")
    for seed in range(100):
        state = game.new(seed)
        while state.to_move != 2:
            state = state.after(state.actions[0])
        if 1 < len(state.actions) < 6:
            break
    held, legal = state.cards("HAND 2"), [action.cards[0] for action in state.actions]
    illegal = next(card for card in held if card not in legal)
    other = next(card for card in state.cards("STOCK"))
    options = ("--seed", str(seed), "--seat", "South", "--bots", "first")
    result = play("agram", *options, typed=f"{illegal}\n{other}\n99\nnonsense\n")
    assert f"you cannot choose {game.card(illegal).symbol} now" in result.stdout
    assert f"{game.card(other).symbol} is not yours to choose" in result.stdout
    assert "`99` is not on offer" in result.stdout
    assert "`nonsense` is not on offer" in result.stdout
    numbers = screens(result.stdout)[0].rstrip().splitlines()[-1].split()
    assert numbers == [str(i + 1) for i in range(len(legal))]


def test_the_hand_is_sorted(play: Kibitz) -> None:
    for seed in range(1, 6):
        shown = screens(play("agram", "--seed", str(seed)).stdout)[0]
        line = next(line for line in shown.splitlines() if "your hand" in line)
        assert line.split()[2:] == _held(load("agram"), seed)


def test_undo_goes_back_to_the_decision_before(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", typed="1\n2\nundo\nundo\nundo\nquit\n")
    one, two, three, again, first, nothing, _ = screens(result.stdout)
    assert again.split("\n", 1)[1] == two.split("\n", 1)[1]
    assert first.split("\n", 1)[1] == one
    assert "nothing to take back" in nothing
    assert three != two


def test_commands_help_without_deciding(play: Kibitz) -> None:
    typed = "help\nrules\nlist\nlook\ntable\n\n?\n"
    result = play("agram", "--seed", "3", typed=typed)
    assert "You lead" not in result.stdout
    assert "undo" in result.stdout
    assert "no ace of spades" in result.stdout
    assert "1 play 3" in result.stdout
    assert "your hand" in result.stdout


@pytest.mark.parametrize("leave", ["quit\n", "q\n", ""])
def test_quit_saves_and_resume_goes_on(play: Kibitz, tmp_path: Path, leave: str) -> None:
    whole = play("agram", "--seed", "3", typed="1\n" * 6).stdout
    begun = play("agram", "--seed", "3", typed="1\n1\n" + leave)
    assert begun.exit_code == 0
    assert "kibitz play agram --resume" in begun.stdout
    (path,) = (tmp_path / "data" / "kibitz" / "saved").iterdir()
    record = json.loads(path.read_text())
    assert record["game"] == "agram"
    assert record["players"] == ["you", "random", "random", "random"]
    rest = play("agram", "--resume", typed="1\n" * 4).stdout
    assert screens(rest)[1:] == screens(whole)[3:]
    assert not path.exists()


def test_a_resumed_game_can_be_taken_back(play: Kibitz) -> None:
    play("agram", "--seed", "3", typed="1\n1\n")
    result = play("agram", "--resume", typed="undo\nundo\nundo\n")
    assert "nothing to take back" in result.stdout


def test_resume_keeps_seat_bots_and_parameters(play: Kibitz) -> None:
    options = ("--set", "NUMP=3", "--seat", "east", "--bots", "first,random")
    play("agram", *options, typed="1\n")
    result = play("agram", "--resume")
    assert "you are East" in result.stdout
    assert "West" not in result.stdout
    assert play("agram", "--resume", "--set", "NUMP=3").exit_code == 0
    refused = play("agram", "--resume", "--set", "NUMP=4")
    assert refused.exit_code == 2
    assert "NUMP=3" in refused.stderr


def test_several_games_are_kept_and_the_last_one_left_is_resumed(
    play: Kibitz, tmp_path: Path
) -> None:
    def kept() -> dict[str, int]:
        """How many decisions each game that was left has, by its file."""
        paths = sorted((tmp_path / "data" / "kibitz" / "saved").iterdir())
        return {path.name: len(json.loads(path.read_text())["actions"]) for path in paths}

    play("agram", "--seed", "3", typed="1\n1\n")
    first = kept()["agram.json"]
    play("agram", "--seed", "4", typed="1\n")
    begun = kept()
    assert list(begun) == ["agram-2.json", "agram.json"]
    assert begun["agram.json"] == first
    play("agram", "--resume", typed="1\n")
    assert kept()["agram-2.json"] > begun["agram-2.json"]
    assert kept()["agram.json"] == first
    assert ", the end" in play("agram", "--resume", typed="1\n" * 4).stdout
    assert kept() == {"agram.json": first}
    assert ", the end" in play("agram", "--resume", typed="1\n" * 4).stdout
    assert kept() == {}
    assert "no saved game of agram" in play("agram", "--resume").stderr


def test_what_was_left_last_is_told_by_the_clock(play: Kibitz, tmp_path: Path) -> None:
    play("agram", "--seed", "3", typed="1\n1\n")
    play("agram", "--seed", "4", typed="1\n")
    folder = tmp_path / "data" / "kibitz" / "saved"
    os.utime(folder / "agram-2.json", (1, 1))
    play("agram", "--resume", typed="1\n" * 4)
    assert [path.name for path in folder.iterdir()] == ["agram-2.json"]
    play("agram", "--seed", "5", typed="1\n")
    assert len(list(folder.iterdir())) == 2


def test_a_description_whose_name_ends_in_a_number_is_another_game(
    play: Kibitz, tmp_path: Path
) -> None:
    other = tmp_path / "agram-2.rcy"
    other.write_text(load("agram").source.text)
    play(str(other), typed="1\n")
    assert "no saved game of agram" in play("agram", "--resume").stderr
    assert "Saved." in play(str(other), "--resume").stdout
    (tmp_path / "data" / "kibitz" / "saved" / "agram-2.json").unlink()
    play("agram", typed="1\n")
    play("agram", typed="1\n")
    assert "no saved game of " in play(str(other), "--resume").stderr


@pytest.mark.parametrize("typed", ["", "quit\n", "1\nundo\nquit\n"])
def test_a_game_in_which_nothing_was_played_is_not_saved(
    play: Kibitz, tmp_path: Path, typed: str
) -> None:
    result = play("agram", "--seed", "3", typed=typed)
    assert result.exit_code == 0
    assert "nothing was played yet" in result.stdout
    assert "Saved." not in result.stdout
    assert not (tmp_path / "data" / "kibitz" / "saved").exists()


def test_there_may_be_nothing_to_resume(play: Kibitz) -> None:
    result = play("agram", "--resume")
    assert result.exit_code == 2
    assert "no saved game of agram" in result.stderr


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"version": 1}', '{"version": 99}'])
def test_a_damaged_saved_game_is_refused(play: Kibitz, tmp_path: Path, text: str) -> None:
    path = tmp_path / "data" / "kibitz" / "saved" / "agram.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    result = play("agram", "--resume")
    assert result.exit_code == 2
    assert result.stderr.startswith("error:")


def test_another_game_gets_the_next_seed(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", typed="1\n" * 6 + "y\n")
    second = screens(result.stdout)[6]
    alone = screens(play("agram", "--seed", "4").stdout)[0]
    assert second.endswith(alone)


@pytest.mark.parametrize("no", ["n", "NO", "quit", "q", ""])
def test_only_a_clear_answer_ends_the_session(play: Kibitz, no: str) -> None:
    typed = "1\n" * 6 + f"yse\n1\nexplain\n{no}\ny\n"
    result = play("agram", "--seed", "3", typed=typed)
    assert result.stdout.count("Another game?") == 4
    assert "no bot has said what it thought" in result.stdout
    assert result.stdout.count(TURN) == 6


def test_how_the_bots_thought_is_not_told_during_the_game(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", typed="explain\n")
    assert "once the game is over" in result.stdout
    assert "not on offer" not in result.stdout


@pytest.mark.parametrize(
    ("seat", "name"), [("0", "North"), ("2", "South"), ("south", "South"), ("w", "West")]
)
def test_a_seat_by_name_initial_or_number(play: Kibitz, seat: str, name: str) -> None:
    assert f"you are {name}" in play("brisca", "--seat", seat).stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seat", "4"), "has no seat `4`"),
        (("--seat", "up"), "has no seat `up`"),
        (("--seat", "s", "--set", "NUMP=6", "--set", "HAND=5"), "has no seat `s`"),
        (("--bots", "rnadom"), "there is no bot `rnadom`; did you mean `random`?"),
        (("--bots", "first,first"), "2 bots for 3 seats"),
        (("--seed", "x"), "--seed"),
    ],
)
def test_wrong_options_are_refused(play: Kibitz, options: tuple[str, ...], message: str) -> None:
    result = play("agram", *options)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_guess_is_typed_as_the_number_it_is(play: Kibitz) -> None:
    result = play("boerenbridge", "--seed", "1", typed="0\n")
    assert "0 guess 0" in screens(result.stdout)[0]
    assert "You guess 0." in result.stdout


def test_cards_asked_for_one_by_one_can_be_named_together(play: Kibitz) -> None:
    state = load("tarot", AUCTION="NO").new(5)
    cards = [action.cards[0] for action in state.actions][:6]
    typed = " ".join(reversed(cards))
    result = play("tarot", "--seed", "5", "--set", "AUCTION=NO", typed=typed + "\n")
    assert "6 cards to choose, in any order" in screens(result.stdout)[0]
    shown = screens(result.stdout)[1]
    symbols = " ".join(state.game.card(card).symbol for card in cards)
    assert f"You discard {symbols}." in shown
    assert "chelem announced" in shown


def test_cards_are_picked_one_by_one_put_back_and_confirmed(play: Kibitz) -> None:
    typed = "Q♠ 3h\n\n9s\nundo\nq♠\nundo\n10H 4h 2d qS\n9S 8h\n7s\ntable\n\n"
    result = play("tarot", "--seed", "5", "--set", "AUCTION=NO", typed=typed)
    assert "Your turn (2 of 6 picked, Q♠ 3♥): " in result.stdout
    assert "Your turn (3 of 6 picked, Q♠ 3♥ 9♠): " in result.stdout
    assert "Your turn (1 of 6 picked, 3♥): " in result.stdout
    assert "7♠ is not yours to choose" in result.stdout
    assert "Your turn (Enter confirms 10♥ 4♥ 2♦ Q♠ 9♠ 8♥): " in result.stdout
    assert "chosen so far  10♥ 4♥ 2♦ Q♠ 9♠ 8♥" in result.stdout
    assert "You discard 4♥ 8♥ 10♥ 2♦ 9♠ Q♠." in result.stdout


def test_undo_takes_back_all_that_was_typed_at_once(play: Kibitz) -> None:
    state = load("tarot", AUCTION="NO").new(5)
    typed = " ".join(action.cards[0] for action in state.actions[:6])
    result = play("tarot", "--seed", "5", "--set", "AUCTION=NO", typed=f"{typed}\nundo\n")
    first, _, again, _ = screens(result.stdout)
    assert again.split("\n", 1)[1] == first


@pytest.mark.parametrize("name", ["eights", "fishing", "gofish"])
def test_other_games_are_played_to_the_end(play: Kibitz, name: str) -> None:
    result = play(str(SMALL / f"{name}.rcy"), "--seed", "2", typed="1\n" * 200)
    assert result.exit_code == 0
    assert ", the end" in result.stdout


def test_enter_takes_the_only_option(play: Kibitz) -> None:
    result = play("agram", "--seed", "3", typed="1\n" * 5 + "\n")
    assert "(Enter: play" in result.stdout
    assert ", the end" in result.stdout


def test_what_a_round_has_brought_is_shown_when_it_is_over_and_all_of_it_when_asked(
    play: Kibitz,
) -> None:
    """Rounds of one, two and one cards; North guesses the first option and plays the first card."""
    turns = ["scores", "0", "", "0", "1", "", "scores", "0", "", "n"]
    rules = ("--set", "FIRST=1", "--set", "PEAK=2")
    result = play("boerenbridge", "--seed", "4", *rules, typed="\n".join(turns) + "\n")
    assert result.exit_code == 0
    shown = screens(result.stdout)
    sheets = [re.findall(r"^ +(\d) .*[✓✗]", screen, re.MULTILINE) for screen in shown]
    assert "no round is over yet" in shown[1]
    assert sheets == [[], [], [], ["1"], [], [], ["2"], ["1", "2"], [], ["1", "2", "3"]]
    total = re.findall(r"^ +total +(\S+)", shown[-1], re.MULTILINE)
    score = re.findall(r"North +you +(\S+)", shown[-1])
    assert [text.replace("−", "-") for text in total] == score


def test_a_bot_that_dies_does_not_cost_the_game_and_none_reads_what_you_type(
    play: Kibitz, tmp_path: Path
) -> None:
    path = tmp_path / "bots.py"
    path.write_text(
        "import os, sys\n"
        "class Dying:\n"
        "    def choose(self, view, budget):\n"
        "        assert sys.stdin.read() == ''\n"
        "        if sum(event.kind == 'choice' for event in view.events) > 3:\n"
        "            os._exit(0)\n"
        "        return view.actions[0]\n"
    )
    result = play("agram", "--seed", "3", "--bots", f"{path}:Dying,first,first", typed="1\n1\n1\n")
    assert result.exit_code == 2
    assert "Saved. `kibitz play agram --resume`" in result.stdout
    assert f"the bot `{path}:Dying` has ended its process at decision" in result.stderr
