"""A dialogue with a bot: whatever it does has a cause, and a legal answer counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.engine import load
from kibitz.knowledge.views import View, view
from kibitz.seats.dialogue import Answer, Dialogue, Failed
from kibitz.seats.guest import Stream
from kibitz.seats.terms import Terms

from .talking import guest, peer

BRISCA = load("brisca")
SEEN = view(BRISCA.new(seed=1), 0)

SEEING = "`{}:Seeing` wants to see all hands: it has a method choose_seeing_all"

BOTS = """
import random
import sys
from kibitz.engine.actions import Action

class Last:
    def choose(self, view, budget):
        return view.actions[-1]

class Drawing:
    def choose(self, view, budget):
        return random.choice(view.actions)

class Raising(Last):
    def choose(self, view, budget):
        return self.helped()

    def helped(self):
        raise ValueError("no idea")

class Leaving(Last):
    def choose(self, view, budget):
        sys.exit(3)

class Interrupting(Last):
    def choose(self, view, budget):
        raise KeyboardInterrupt

class Silent(Last):
    def choose(self, view, budget):
        pass

class Card(Last):
    def choose(self, view, budget):
        return view.game.card("O1")

class Foul(Last):
    def choose(self, view, budget):
        return Action(10**6, "play anything", "play anything")

class Equal(Action):
    def __eq__(self, other):
        return True
    __hash__ = None

class Cheat(Last):
    def choose(self, view, budget):
        return Equal(1, "play O1", "play O1")

class Unprintable(Last):
    def choose(self, view, budget):
        action = Equal(1, "x", "y")
        object.__setattr__(action, "text", object())
        return action

class Unmade(Last):
    def __init__(self):
        raise ValueError("not today")

class Unstarted(Last):
    def start(self, game, seat, seed):
        raise RuntimeError("not now")

class Seeing:
    def choose_seeing_all(self, state, budget):
        return state.actions[0]

class Counting(Last):
    def __init__(self):
        self.starts = 0

    def start(self, game, seat, seed):
        self.starts += 1

    def choose(self, view, budget):
        return view.actions[self.starts - 1]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bots") / "bots.py"
    path.write_text(BOTS)
    return path


def asked(bot: str, seed: int = 1, seen: View = SEEN) -> Answer:
    with guest(bot, BRISCA) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms())
        dialogue.begin(seed)
        return dialogue.ask(seen, 0, 20.0)


def test_a_bot_is_asked_and_answers(file: Path) -> None:
    assert asked(f"{file}:Last").action == SEEN.actions[-1]


def test_what_a_bot_takes_from_a_global_generator_comes_from_its_seed(file: Path) -> None:
    drawn = [[asked(f"{file}:Drawing", seed).action for seed in range(6)] for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 1


def test_a_second_hello_starts_the_same_bot_anew(file: Path) -> None:
    with guest(f"{file}:Counting", BRISCA) as line:
        dialogue, found = Dialogue(line, BRISCA, 0, Terms()), []
        for _ in range(2):
            dialogue.begin(1)
            found.append(dialogue.ask(SEEN, 0, 20.0).action)
    assert found == [SEEN.actions[0], SEEN.actions[1]]


@pytest.mark.parametrize(
    ("bot", "cause", "said"),
    [
        ("Raising", "raised", "ValueError: no idea"),
        ("Leaving", "raised", "SystemExit: 3"),
        ("Interrupting", "raised", "KeyboardInterrupt"),
        ("Silent", "nothing", "its answer is None"),
        ("Card", "garbage", "its answer is not an action (it is of type Face)"),
        ("Foul", "illegal", "`play anything` is not on offer"),
        ("Cheat", "illegal", "`play O1` is not on offer"),
        ("Unprintable", "garbage", "its answer cannot be sent (TypeError)"),
        ("Unmade", "start", "`{}:Unmade` cannot be made: ValueError: not today"),
        ("Unstarted", "start", "RuntimeError: not now"),
        (
            "Seeing",
            "start",
            SEEING,
        ),
        ("Xyz", "start", "{} has no `Xyz`"),
    ],
)
def test_whatever_a_bot_does_wrong_has_a_cause(file: Path, bot: str, cause: str, said: str) -> None:
    with pytest.raises(Failed) as failed:
        asked(f"{file}:{bot}")
    assert (failed.value.cause, failed.value.said) == (cause, said.format(file))
    assert not failed.value.over, "its process can go on"


def test_a_failure_comes_with_the_lines_of_the_bots_own_file(file: Path) -> None:
    with pytest.raises(Failed) as failed:
        asked(f"{file}:Raising")
    assert failed.value.hint == f"{file}, line 19"
    lines = failed.value.trace.splitlines()
    assert lines == [
        f'{file}, line 19, in helped: raise ValueError("no idea")',
        f"{file}, line 16, in choose: return self.helped()",
    ]


# --- somebody who does not keep to the protocol ---------------------------------------------------


def answering(*lines: str) -> Callable[[Stream], None]:
    """Says this, a line for each that comes."""

    def run(stream: Stream) -> None:
        for line in lines:
            if stream.receive() is None:
                return
            if line:
                stream.send(line)
        while stream.receive() is not None:
            pass

    return run


READY = '{"type": "ready"}'


@pytest.mark.parametrize(
    ("answer", "cause", "over"),
    [
        ("hello?", "garbage", True),
        ("[1, 2]", "garbage", True),
        ('{"type": "ready"}', "garbage", True),
        ('{"type": "choice"}', "nothing", False),
        ('{"type": "choice", "action": null}', "nothing", False),
        ('{"type": "choice", "action": 3}', "garbage", False),
        ('{"type": "choice", "action": "play everything"}', "illegal", False),
        ('{"type": "failed", "cause": "died", "said": 3}', "garbage", False),
        ('{"type": "failed", "cause": "raised", "said": "a\\u001b[2J"}', "raised", False),
        ("x" * 3000, "large", True),
    ],
)
def test_answers_are_checked_whoever_gives_them(answer: str, cause: str, over: bool) -> None:
    with peer(answering(READY, "", answer), most=2000) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms(message=2000))
        dialogue.begin(1)
        with pytest.raises(Failed) as failed:
            dialogue.ask(SEEN, 0, 20.0)
    assert (failed.value.cause, failed.value.over) == (cause, over)
    assert "\x1b" not in failed.value.said


def test_who_knows_words_only_is_told_what_happened_and_then_asked() -> None:
    heard: list[str] = []
    choice = json.dumps({"type": "choice", "action": SEEN.actions[1].text})

    def run(stream: Stream) -> None:
        while (text := stream.receive()) is not None:
            message = json.loads(text)
            heard.append(message["type"])
            answer = {"hello": READY, "act": choice, "end": '{"type": "bye"}'}.get(message["type"])
            if answer:
                stream.send(answer)

    with peer(run) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms())
        dialogue.begin(1)
        assert dialogue.ask(SEEN, 0, 20.0).action == SEEN.actions[1]
        dialogue.end((1, 0, 1, 0), (1, 3, 1, 3))
    assert heard == ["hello", "observe", "act", "end"]


def test_an_answer_before_the_question_does_not_count() -> None:
    early = json.dumps({"type": "choice", "action": SEEN.actions[0].text})
    late = json.dumps({"type": "choice", "action": SEEN.actions[1].text})
    with peer(answering(f"{READY}\n{early}", "", late)) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms())
        dialogue.begin(1)
        assert dialogue.ask(SEEN, 0, 20.0).action == SEEN.actions[1]


def test_who_says_nothing_is_late() -> None:
    with peer(answering(READY)) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms())
        dialogue.begin(1)
        with pytest.raises(Failed) as failed:
            dialogue.ask(SEEN, 0, 0.05)
    assert (failed.value.cause, failed.value.over) == ("late", True)
    assert dialogue.seconds >= 0.05


def test_what_is_said_of_a_late_answer_does_not_depend_on_what_a_clock_has_left() -> None:
    with peer(answering(READY)) as line:
        dialogue = Dialogue(line, BRISCA, 0, Terms(move=0.01, bank=1.0))
        dialogue.begin(1)
        with pytest.raises(Failed) as failed:
            dialogue.ask(SEEN, 0, 0.0123, left=0.0023)
    assert failed.value.said == "that took longer than it may"


def test_what_a_bot_tells_is_cut_off_at_the_same_place_wherever_its_files_are() -> None:
    told = json.dumps({"type": "failed", "cause": "raised", "said": "no", "trace": "/bot\n" * 900})

    def trace(folder: str) -> str:
        with peer(answering(READY, "", told)) as line:
            dialogue = Dialogue(line, BRISCA, 0, Terms(), lambda text: text.replace("/bot", folder))
            dialogue.begin(1)
            with pytest.raises(Failed) as failed:
                dialogue.ask(SEEN, 0, 20.0)
        return failed.value.trace.replace(folder, "/bot")

    assert trace("/a") == trace("/a/folder/far/away")
