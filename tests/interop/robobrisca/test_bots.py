"""Files as students wrote them in 2022 play whole games of Brisca; what is broken in them is told.

They lie in `teams`, a folder each, in the manner of RoboBrisca: class names unlike file names,
tabs, prints, helpers of the same name, loops by the clock, and natural mistakes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random, seed
from typing import Any

import pytest

from kibitz.bots.parameters import parameters_of, read_settings
from kibitz.engine.descriptions import load
from kibitz.engine.state import State
from kibitz.errors import KibitzError
from kibitz.interop.robobrisca.answers import WrongAnswer
from kibitz.interop.robobrisca.bots import bot_class, is_robobrisca
from kibitz.knowledge.views import view

TEAMS = Path(__file__).parent / "teams"
BUDGET = 0.004

SOUND = {
    "clasico/Players/RandomPlayer.py": ("RandomPlayer", "RandomPlayer"),
    "clasico/Players/AlwaysFirstPlayer.py": ("AlwaysFirstPlayer", "AlwaysFirstPlayer"),
    "clasico/Players/OSLAPlayer.py": ("OSLAPlayer", "OSLAPlayer"),
    "ialovers/Players/IALoversPlayer.py": ("BotDeAna", "IA Lovers"),
    "naipes/Players/equipo_naipes.py": ("ElMejorBotDelMundo", "Naipes"),
    "montecarlo/Players/mc.py": ("MonteCarlo2022", "MC 0"),
    "montecarlo/Players/Bot_MCTS.py": ("ArbolPlayer", "ArbolPlayer"),
    "heuristicas/Players/usa_la_buena.py": ("OslaConPareja", "Osla con pareja"),
    "heuristicas/Players/propia.py": ("Propia", "propia"),
    "contadores/Players/Contador.py": ("CuentaCartas", "Contador"),
    "contadores/Players/EnMiCabeza.py": ("EnMiCabeza", "En mi cabeza"),
    "redes/Players/bot4.py": ("Bot4", "Bot4 [NN/bot4.nn]"),
    "raros/Players/con_main.py": ("JugadorConMain", "JugadorConMain"),
    "raros/Players/con_bom.py": ("ConBom", "Con BOM ñ"),
    "raros/Players/latin.py": ("España", "España"),
    "raros/Players/cambia_todo.py": ("CambiaTodo", "CambiaTodo"),
    "rotos/Players/sin_str.py": ("SinNombre", "SinNombre"),
}
"""Files that play, with the class that does and what it calls itself."""

BROKEN = {
    "clasico/Players/HumanPlayer.py": {"EOFError"},
    "rotos/Players/indice.py": {"IndexError"},
    "rotos/Players/devuelve_carta.py": {"garbage: its answer is a Card, not an Action"},
    "rotos/Players/a_veces_none.py": {"nothing"},
    "rotos/Players/compara_none.py": {"AttributeError"},
    "rotos/Players/ordena.py": {"TypeError"},
    "rotos/Players/conjunto.py": {"TypeError"},
    "rotos/Players/division.py": {"ZeroDivisionError"},
    "rotos/Players/recursiva.py": {"RecursionError"},
    "rotos/Players/otra_carta.py": {"illegal: the card it wants to play is not in its hand"},
    "rotos/Players/salida.py": {"SystemExit"},
    "rotos/Players/vacia.py": {"garbage: its Action has no card (but a NoneType)"},
}
"""Files that fail while they play, and how they do."""


def made(file: str, **settings: Any) -> Any:
    return bot_class(TEAMS / file)(**settings)


def game(bots: Sequence[Any], number: int = 1, budget: float | None = BUDGET) -> list[str]:
    """A whole game of bots, in turn at the seats: what went wrong in it. Who fails plays at
    random."""
    seed(number)
    rng, brisca, wrong = Random(number), load("brisca", TIE="SECOND", FIRST=number % 4), []
    for seat in range(4):
        bots[seat % len(bots)].start(brisca, seat, number)
    state: State = brisca.new(number)
    while not state.over:
        assert state.to_move is not None
        action = rng.choice(state.actions)
        if len(state.actions) > 1:
            try:
                chosen = bots[state.to_move % len(bots)].choose(view(state, state.to_move), budget)
            except WrongAnswer as error:
                wrong.append(f"{error.cause}: {error.message}")
            except (Exception, SystemExit) as error:
                wrong.append(type(error).__name__)
            else:
                if chosen is None:
                    wrong.append("nothing")
                else:
                    assert chosen in state.actions
                    action = chosen
        state = state.after(action)
    return wrong


@pytest.mark.parametrize("file", SOUND)
def test_a_file_in_players_plays_whole_games(file: str) -> None:
    bot = made(file)
    assert (type(bot).__name__, bot.name) == SOUND[file]
    other = made("clasico/Players/OSLAPlayer.py")
    for number in (1, 2):
        assert game([bot, other], number) == []


@pytest.mark.parametrize("file", BROKEN)
def test_what_is_broken_is_told_and_the_game_goes_on(file: str) -> None:
    wrong = [why for number in range(3) for why in game([made(file)], number)]
    assert set(wrong) == BROKEN[file]


def test_a_mistake_may_only_come_late_in_the_game() -> None:
    """With three cards there is a third; with two there is none."""
    assert game([made("rotos/Players/indice.py")]) == ["IndexError"] * 4


# --- loading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "said", "hint"),
    [
        ("sintaxis.py", "cannot be imported: SyntaxError: expected ':'", "line 4"),
        ("no_instalado.py", "ModuleNotFoundError: No module named 'tensorflow_que_no", "line 1"),
        ("sin_clase.py", "has no class that inherits Player", "think(observation, budget)"),
        ("Player.py", "there is no file", None),
    ],
)
def test_a_file_that_is_no_bot_is_refused(file: str, said: str, hint: str | None) -> None:
    with pytest.raises(KibitzError) as caught:
        bot_class(TEAMS / "rotos" / "Players" / file)
    assert said in caught.value.message
    assert caught.value.hint is None or (hint is not None and hint in caught.value.hint)


def test_a_bot_that_cannot_be_made_says_so_itself() -> None:
    with pytest.raises(FileNotFoundError, match=r"modelo_entrenado\.h5"):
        made("rotos/Players/sin_fichero.py")


def test_what_a_constructor_takes_are_the_parameters_of_the_bot() -> None:
    kind = bot_class(TEAMS / "rotos/Players/con_argumentos.py")
    assert list(map(str, parameters_of(kind, "it").values())) == [
        "profundidad",
        "nombre=argumentos",
    ]
    settings = read_settings(kind, "profundidad=3,nombre=Pepe", "it")
    assert kind(**settings).name == "Pepe"
    assert game([kind(**settings)]) == []
    assert list(parameters_of(bot_class(TEAMS / "redes/Players/bot4.py"), "it")) == ["fichero"]
    assert parameters_of(bot_class(TEAMS / "clasico/Players/RandomPlayer.py"), "it") == {}


def test_two_teams_may_call_a_helper_the_same() -> None:
    pair = [made("ialovers/Players/IALoversPlayer.py"), made("naipes/Players/equipo_naipes.py")]
    assert game(pair) == []
    assert game(pair[::-1]) == []


def test_nothing_around_the_bot_is_changed() -> None:
    here, files = os.getcwd(), sorted(TEAMS.rglob("*"))
    keys, path = sys.stdin, list(sys.path)
    game([made("redes/Players/bot4.py")])
    assert (os.getcwd(), sys.stdin) == (here, keys)
    assert [entry for entry in sys.path if entry not in path] in ([], [*_entries("redes")])
    assert sorted(TEAMS.rglob("*")) == files


def _entries(team: str) -> tuple[str, str]:
    return str(TEAMS / team), str(TEAMS / team / "Players")


def test_the_budget_is_a_whole_number_if_it_can_be(tmp_path: Path) -> None:
    file = tmp_path / "Players" / "asks.py"
    file.parent.mkdir()
    file.write_text("""
from Players.Player import Player
class Asks(Player):
    asked = []
    def think(self, observation, budget):
        self.asked.append(budget)
        return observation.get_list_actions()[0]
""")
    bot = bot_class(file)()
    for budget in (1.0, 0.5, None):
        state = load("brisca").new(seed=1)
        bot.choose(view(state, 0), budget)
    assert repr(bot.theirs.asked) == "[1, 0.5, 1]"


def test_it_has_to_be_brisca() -> None:
    bot = made("clasico/Players/RandomPlayer.py")
    with pytest.raises(KibitzError, match="RoboBrisca is about Brisca, not about Agram"):
        bot.start(load("agram"), 0, 1)


def test_it_is_known_by_its_folder() -> None:
    assert is_robobrisca("Players/x.py")
    assert is_robobrisca(Path("/a/b/Players/x.py"))
    for other in ("x.py", "players/x.py", "Players/x.txt", "Players/sub/x.py", "Players.py"):
        assert not is_robobrisca(other)


# --- which class ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("one", "class Zed(Player): pass", "Zed"),
        (
            "my_bot",
            "class Other(Player): pass\nclass MyBot(Player): pass\nclass Z(Player): pass",
            "MyBot",
        ),
        ("two", "class A(Player): pass\nclass B(A): pass", "B"),
        ("leaf", "class A(Player): pass\nclass B(A): pass\nclass C(Player): pass", "C"),
        ("alias", "class A(Player): pass\nBot = A", "A"),
        ("helped", "from Players.one import Zed\nclass Own(Zed): pass", "Own"),
        ("bare", "class Bare:\n    def think(self, observation, budget): pass", "Bare"),
        ("only", "from Players.one import Zed", "Zed"),
        ("bot.v2", "class Two(Player): pass", "Two"),
        (
            "abstract",
            "import abc\nclass A(Player, abc.ABC):\n    @abc.abstractmethod\n    def f(self): 1\n"
            "class B(Player): pass",
            "B",
        ),
    ],
)
def test_which_class_plays(tmp_path: Path, name: str, text: str, kind: str) -> None:
    folder = tmp_path / "Players"
    folder.mkdir()
    (folder / "one.py").write_text("from Players.Player import Player\nclass Zed(Player): pass")
    file = folder / f"{name}.py"
    file.write_text(f"from Players.Player import Player\n{text}\n")
    assert bot_class(file).__name__ == kind


def test_a_class_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "Players" / "x.py"
    file.parent.mkdir()
    file.write_text(
        "from Players.Player import Player\nclass A(Player): pass\nclass B(Player): pass\n"
    )
    assert bot_class(file, "A").__name__ == "A"
    with pytest.raises(KibitzError, match=r"has no bot `C`\n  hint: it has A, B"):
        bot_class(file, "C")
