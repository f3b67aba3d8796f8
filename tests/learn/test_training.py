"""A training comes to the same network, whoever plays and however often it is interrupted."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.errors import KibitzError
from kibitz.learn import curve
from kibitz.learn.folder import CHECKPOINT, NETWORK, RUN, Folder
from kibitz.learn.pool import Pool
from kibitz.learn.settings import Settings
from kibitz.learn.training import Progress, train
from kibitz.nets import Network, preferences, read
from kibitz.work import Here

GAME = kibitz.load("agram", NUMP=2, HAND=2, TRICKS=2)

TINY: dict[str, Any] = {
    "hidden": (4,),
    "batch": 16,
    "stride": 8,
    "target": 12,
    "replay": 300,
    "reuse": 2.0,
    "every": 16,
    "games": 4,
    "company": {"self": 0.6, "past": 0.2, "random": 0.2},
    "mode": "python",
}

SAYS = """
;; Who says the most, scores it: but only what is odd.
(game
  (setup
    (create players 2)
    (create deck (game iloc STOCK) (deck (RANK (ACE, KING)))))
  (stage player
    (end (all player 'P (== ('P sto SAID) 1)))
    (choice (
      (any (range 0 .. 4) 'N (set ((current player) sto SCORE) 'N))))
    (do (
      (set ((current player) sto SAID) 1)
      ((== (mod ((current player) sto SCORE) 2) 0) (set ((current player) sto SCORE) 0)))))
  (scoring max ((current player) sto SCORE)))
"""


def settings(**changed: Any) -> Settings:
    return Settings.of(GAME, **{**TINY, "steps": 56, **changed})


def weights(network: Network) -> list[Any]:
    layers = (*network.hidden, *network.heads.values())
    return [part.tobytes() for layer in layers for part in layer]


def stopping(at: int, stop: Callable[[], Any]) -> Callable[[Progress], None]:
    """Do something once a training has come so far."""

    def progress(told: Progress) -> None:
        if told.step >= at:
            stop()

    return progress


def interrupt() -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Network, list[Progress]]:
    """A training from beginning to end, and what it told."""
    folder, told = tmp_path_factory.mktemp("whole") / "run", list[Progress]()
    network = train(settings(), folder, place=Here(), progress=told.append)
    return folder, network, told


KILLED = """
import sys
from pathlib import Path
from test_training import settings
from kibitz.learn.training import train
from kibitz.work import Pool

def tell(told):
    print(told.step, flush=True)

with Pool(2) as place:
    train(settings(), Path(sys.argv[1]), place=place, progress=tell)
"""


def test_killed_stopped_and_interrupted_it_comes_to_the_same(
    whole: tuple[Path, Network, list[Progress]], tmp_path: Path
) -> None:
    """Two workers play until somebody kills it; what goes on later has none."""
    folder = tmp_path / "run"
    with subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parent,
        env={"PYTHONPATH": ":".join([str(Path(__file__).parent), *filter(None, sys.path)])},
        text=True,
    ) as running:
        assert running.stdout is not None
        for line in running.stdout:
            if int(line) >= 24:
                break
        running.kill()
    at = Folder(folder).checkpoint()
    assert at is not None
    assert 0 < at[0]["step"] < 56
    enough = threading.Event()
    train(
        settings(),
        folder,
        place=Here(),
        resume=True,
        progress=stopping(40, enough.set),
        enough=enough,
    )
    stopped = Folder(folder).checkpoint()
    assert stopped is not None
    assert 40 <= stopped[0]["step"] < 56
    train(settings(), folder, place=Here(), resume=True, progress=stopping(48, interrupt))
    network = train(settings(), folder, place=Here(), resume=True)
    assert weights(network) == weights(whole[1])
    assert weights(read(folder / NETWORK)) == weights(whole[1])
    steps, same = (
        [point.step for point in curve.read(each / curve.FILE)] for each in (folder, whole[0])
    )
    assert steps == same


def test_its_folder_has_the_network_the_curve_and_all_that_is_needed_to_repeat_it(
    whole: tuple[Path, Network, list[Progress]],
) -> None:
    folder, network, told = whole
    assert weights(read(folder / NETWORK)) == weights(network)
    assert Folder(folder).settings() == settings()
    points = curve.read(folder / curve.FILE)
    assert [point.step for point in points] == [0, 16, 32, 48, 56]
    assert [each.point for each in told if each.point] == points
    assert all([met.opponent for met in point.against] == ["random"] for point in points)
    assert network.story["step"] == 56
    assert told[-1].done == 1
    assert told[-1].decisions >= 56 * 16 / 2


def test_it_goes_on_from_a_network_and_can_be_made_longer(
    whole: tuple[Path, Network, list[Progress]], tmp_path: Path
) -> None:
    start = str(whole[0] / NETWORK)
    still = settings(start=start, steps=8, rate=1e-12)
    found = train(still, tmp_path, place=Here())
    for old, new in zip(
        (*whole[1].hidden, *whole[1].heads.values()),
        (*found.hidden, *found.heads.values()),
        strict=True,
    ):
        np.testing.assert_allclose(old[0], new[0], atol=1e-6)
    longer = train(replace(still, steps=16, games=8), tmp_path, place=Here(), resume=True)
    assert longer.story["step"] == 16
    assert longer.story["start"] == start


def test_what_it_began_with_is_kept(
    whole: tuple[Path, Network, list[Progress]], tmp_path: Path
) -> None:
    """It can go on, and be repeated, when the file is gone."""
    start, folder = tmp_path / "start.npz", tmp_path / "run"
    start.write_bytes((whole[0] / NETWORK).read_bytes())
    begun = train(settings(start=str(start), steps=8), folder, place=Here())
    start.unlink()
    longer = train(settings(start=str(start), steps=16), folder, place=Here(), resume=True)
    assert longer.story["step"] == 16
    again = settings(start=str(folder / "start.npz"), steps=8)
    assert weights(train(again, tmp_path / "again", place=Here())) == weights(begun)


@pytest.mark.parametrize("wrong", [{"start": "nobody.npz"}, {"hidden": (5000, 5000)}], ids=str)
def test_what_cannot_be_leaves_no_training_behind(wrong: dict[str, Any], tmp_path: Path) -> None:
    """It would be in the way of the next attempt."""
    with pytest.raises(KibitzError, match=r"no network nobody|26,300,035 weights is too large"):
        train(settings(**wrong), tmp_path, place=Here())
    assert not (tmp_path / RUN).exists()


@pytest.mark.parametrize(("method", "horizon"), [("mc", "hand"), ("dqn", "hand")])
def test_it_learns_what_gives_points(method: str, horizon: str, tmp_path: Path) -> None:
    path = tmp_path / "says.rcy"
    path.write_text(SAYS)
    game = kibitz.load(path)
    asked = {**TINY, "company": {"self": 1.0}, "rate": 0.02, "epsilon": (0.5, 0.5)}
    # Any whole number is a seed, also this one.
    given = Settings.of(game, **{**asked, "seed": -1}, method=method, horizon=horizon, steps=64)
    network = train(given, tmp_path / "run", place=Here())
    games = game.batch(1, mode="python")
    liked = preferences(network, games.encode(), games.mask())[0]
    best = np.argsort(-liked)[:2] - int(np.flatnonzero(games.mask()[0])[0])
    assert best.tolist() == [3, 1]


def test_what_is_there_already_is_not_overwritten(
    whole: tuple[Path, Network, list[Progress]], tmp_path: Path
) -> None:
    with pytest.raises(KibitzError, match=r"a training in .* already"):
        train(settings(), whole[0], place=Here())
    with pytest.raises(KibitzError, match="other settings: batch, rate"):
        train(settings(batch=8, rate=0.5), whole[0], place=Here(), resume=True)
    with pytest.raises(KibitzError, match="there is no training in"):
        train(settings(), tmp_path / "none", place=Here(), resume=True)
    folder = Folder(whole[0])
    with folder.locked(), pytest.raises(KibitzError, match="somebody else is training"):
        train(settings(), whole[0], place=Here(), resume=True)


def test_a_broken_checkpoint_is_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(settings())
    assert folder.resume(settings()) is None
    folder.keep({"step": 3}, {"a": np.arange(4)})
    about, arrays = folder.checkpoint() or ({}, {})
    assert about == {"step": 3}
    assert arrays["a"].tolist() == [0, 1, 2, 3]
    data = (tmp_path / CHECKPOINT).read_bytes()
    (tmp_path / CHECKPOINT).write_bytes(data[:-30])
    with pytest.raises(KibitzError, match="is broken"):
        folder.checkpoint()


def test_a_network_of_another_knowledge_is_refused(
    whole: tuple[Path, Network, list[Progress]], tmp_path: Path
) -> None:
    start = str(whole[0] / NETWORK)
    with pytest.raises(KibitzError, match=r"(?s)other knowledge.*--knowledge none"):
        train(settings(start=start, knowledge="possible"), tmp_path, place=Here())


def test_settings_are_the_same_after_json() -> None:
    given = settings(minutes=None, start="a.npz", horizon=2, epsilon=(0.3, 0.1))
    assert Settings.from_json(given.to_json()) == given
    for broken in (None, {}, {**given.to_json(), "format": 0}, {**given.to_json(), "odd": 1}):
        with pytest.raises(KibitzError, match="no settings of a training"):
            Settings.from_json(broken)


@pytest.mark.parametrize(
    "damage",
    [
        {"hidden": [8.5]}, {"hidden": 8}, {"opponents": "random"}, {"opponents": [5]},
        {"company": {"self": "often"}}, {"company": ["self"]}, {"epsilon": [0.1]},
        {"seed": None}, {"teacher": 5}, {"pool": "x"}, {"steps": True}, {"horizon": []},
    ],
)  # fmt: skip
def test_settings_of_another_kind_are_none(damage: dict[str, Any]) -> None:
    """Somebody has been at the file, or a stranger wrote it."""
    given = settings().to_json()
    assert given.keys() >= damage.keys()
    with pytest.raises(KibitzError, match="no settings of a training"):
        Settings.from_json({**given, **damage})


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"method": "dnq"}, "no method `dnq`; did you mean `dqn`"),
        ({"knowledge": "all"}, "no knowledge `all`"),
        ({"horizon": "trick"}, "no horizon `trick`"),
        ({"steps": None}, "a number of steps, or of minutes"),
        ({"minutes": 3.0}, "a number of steps, or of minutes"),
        ({"method": "clone"}, "whose play is to be cloned"),
        ({"rate": 0.0}, "rate is 0"),
        ({"mode": "natvie"}, "no mode `natvie`; did you mean `native`"),
        ({"steps": None, "minutes": float("inf")}, "minutes is inf, and has to be a number"),
        ({"hidden": (8, 0)}, "hidden is 0"),
        ({"epsilon": (0.5, 2.0)}, "2 is no share"),
        ({"batch": 10**8}, "a step of 100,000,000 decisions, where 300 are at hand"),
    ],
)
def test_settings_that_make_no_sense_are_told(changed: dict[str, Any], complaint: str) -> None:
    with pytest.raises(KibitzError, match=complaint):
        settings(**changed)


def test_rates_fall_to_the_end() -> None:
    given = settings(rate=0.1, fade=0.1, epsilon=(0.5, 0.1), explore=0.5)
    assert [given.rate_at(done) for done in (0, 0.5, 1)] == pytest.approx([0.1, 0.055, 0.01])
    assert [given.epsilon_at(done) for done in (0, 0.25, 0.5, 1)] == pytest.approx(
        [0.5, 0.3, 0.1, 0.1]
    )


def test_earlier_selves_are_spread_over_the_past() -> None:
    pool = Pool(room=4, every=2)
    for number in range(200):
        pool.see(f"self {number}", number)
        pool.see("another", number)  # a round that is begun once more
        assert len(pool.numbers) <= 4
    assert pool.numbers == [0, 64, 128, 192]
    assert pool.things == [f"self {number}" for number in pool.numbers]
    nobody = Pool(room=0)
    nobody.see("self", 0)
    assert nobody.things == []
