"""A file gives back the network that was written; a file of a stranger does no harm."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.engine.game import Game
from kibitz.errors import KibitzError
from kibitz.nets import (
    Network,
    blank,
    brings,
    data_of,
    files,
    found,
    network_of,
    read,
    write,
)


@pytest.fixture(scope="module")
def game() -> Game:
    return kibitz.load("agram", NUMP=2, HAND=2)


@pytest.fixture(scope="module")
def network(game: Game) -> Network:
    return blank(game, "possible", hidden=(8, 5), heads=("q", "value"), scale=3.0)


def layers(network: Network) -> list[bytes]:
    return [n.tobytes() for layer in (*network.hidden, *network.heads.values()) for n in layer]


def test_a_file_gives_back_the_network(network: Network, tmp_path: Path) -> None:
    path = tmp_path / "new" / "some.npz"
    write(network, path)
    again = read(path)
    assert layers(again) == layers(network)
    assert again.purpose == network.purpose
    assert again.purpose.parameters == network.purpose.parameters
    assert (again.scale, again.story) == (network.scale, network.story)
    assert list(again.heads) == list(network.heads)
    assert os.listdir(path.parent) == ["some.npz"]  # and nothing half written


def test_numpy_reads_it_too(network: Network, tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    write(network, path)
    with np.load(path, allow_pickle=False) as arrays:
        assert (arrays["hidden.0.weights"] == network.hidden[0][0]).all()
        assert json.loads(arrays["about"].tobytes())["purpose"]["game"] == "agram"


def test_what_numpy_writes_is_read(network: Network) -> None:
    """Also where it lies column by column."""
    with np.load(io.BytesIO(data_of(network))) as arrays:
        ways: list[Callable[..., None]] = [np.savez, np.savez_compressed]
        for save in ways:
            other = io.BytesIO()
            save(other, **{name: np.asfortranarray(array) for name, array in arrays.items()})
            assert layers(network_of(other.getvalue())) == layers(network)


def test_the_same_network_is_the_same_bytes(network: Network) -> None:
    assert data_of(network) == data_of(network_of(data_of(network)))


def test_half_is_about_half_as_large_and_about_the_same(game: Game, network: Network) -> None:
    whole, half = data_of(network), data_of(network, half=True)
    assert len(half) < 0.6 * len(whole)
    rows = game.batch(4, mode="python", knowledge=True).encode(knowledge="possible")
    one, other = network.answers(rows).q, network_of(half).answers(rows).q
    assert one is not None
    assert other is not None
    assert np.allclose(one, other, atol=0.01)
    assert data_of(network_of(half), half=True) == half


# --- strangers ------------------------------------------------------------------------------------


class Harmful:
    """A pickle of it makes a folder when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return os.mkdir, (str(self.path),)


def packed(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def changed(network: Network, **changes: Any) -> bytes:
    """The file of a network with other arrays in it; None: without."""
    with np.load(io.BytesIO(data_of(network))) as arrays:
        parts = {**arrays, **{name.replace("_", "."): array for name, array in changes.items()}}
        return packed(**{name: array for name, array in parts.items() if array is not None})


def retold(network: Network, **changes: Any) -> bytes:
    """The file of a network that says something else of itself."""
    with np.load(io.BytesIO(data_of(network))) as arrays:
        about = json.loads(arrays["about"].tobytes())
    about["purpose"] |= {k: v for k, v in changes.items() if k in about["purpose"]}
    about |= {k: v for k, v in changes.items() if k in about}
    return changed(network, about=np.frombuffer(json.dumps(about).encode(), np.uint8))


def refused(data: bytes) -> str:
    with pytest.raises(KibitzError, match=r"^it is no network: ") as caught:
        network_of(data, "it")
    assert caught.value.hint is not None
    return caught.value.message.removeprefix("it is no network: ")


def test_nothing_in_a_file_is_run(network: Network, tmp_path: Path) -> None:
    trap = np.array([Harmful(tmp_path / "done")], dtype=object)
    assert "not an array of numbers" in refused(changed(network, q_weights=trap))
    assert "not an array of numbers" in refused(packed(about=trap))
    assert not (tmp_path / "done").exists()


def test_a_file_cannot_ask_for_more_room_than_it_has(network: Network) -> None:
    head = b"{'descr': '<f4', 'fortran_order': False, 'shape': (1000000, 1000000), }\n"
    array = b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head
    file = io.BytesIO(data_of(network))
    with zipfile.ZipFile(file, "a") as parts:
        parts.writestr("policy.weights.npy", array)
    assert refused(file.getvalue()) == "an array in it is larger or smaller than it says"


def test_a_file_that_unpacks_to_too_much_is_not_unpacked(
    network: Network, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = changed(network, policy_weights=np.zeros((1000, 1000), np.float32))
    monkeypatch.setattr(files, "MOST", 1_000_000)
    monkeypatch.setattr(zipfile.ZipFile, "read", None)
    small = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as large:
        with zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as parts:
            for name in large.namelist():
                parts.writestr(name, large.open(name).read())
    assert len(small.getvalue()) < 100_000
    assert refused(small.getvalue()) == "it is too large (more than 1,000,000 bytes)"
    assert refused(data) == "it is too large (more than 1,000,000 bytes)"


def test_a_file_packed_otherwise_or_with_many_parts_is_refused(network: Network) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as parts:
        parts.writestr("about.npy", b"")
    assert "packed in a way" in refused(file.getvalue())
    assert "it has 1,000 parts" in refused(packed(**{f"q{k}": np.zeros(1) for k in range(1000)}))


def test_what_is_no_file_of_a_network_is_refused(network: Network) -> None:
    data = data_of(network)
    assert refused(b"") == refused(b"some text") == "it is no .npz file, or a broken one"
    assert refused(data[: len(data) // 2]) == "it is no .npz file, or a broken one"
    middle = len(data) // 2
    broken = data[:middle] + bytes([data[middle] ^ 255]) + data[middle + 1 :]
    assert refused(broken) == "it is no .npz file, or a broken one"
    assert refused(packed(weights=np.zeros(3, np.float32))) == "it has no about"
    assert "not an array of numbers" in refused(packed(about=np.zeros(3, np.float64)))
    assert "no text" in refused(packed(about=np.zeros(3, np.float32)))
    assert "makes no sense" in refused(packed(about=np.zeros(3, np.uint8)))
    deep = np.frombuffer(b"[" * 100_000, np.uint8)
    assert "makes no sense" in refused(packed(about=deep))


def test_a_network_that_does_not_fit_together_is_refused(network: Network) -> None:
    weights = network.heads["q"][0]
    assert refused(changed(network, q_bias=None)) == "it has no q.bias"
    assert refused(changed(network, hidden_0_weights=None, hidden_0_bias=None)) == (
        "it has no hidden.0"
    )
    assert "called `p.weights`" in refused(changed(network, p_weights=weights))
    assert "called `q.more`" in refused(changed(network, q_more=weights))
    assert "its q is" in refused(changed(network, q_weights=weights[1:]))
    assert "infinite" in refused(changed(network, q_weights=weights * np.float32(np.nan)))
    assert "no real numbers" in refused(changed(network, q_weights=weights.astype(np.uint8)))


def test_what_a_file_says_of_itself_must_make_sense(network: Network) -> None:
    assert "format" in refused(retold(network, format="kibitz network 2"))
    assert "no knowledge" in refused(retold(network, knowledge="all"))
    assert "a layer takes" in refused(retold(network, columns=3))
    assert "less than nothing" in refused(retold(network, players=-1))
    assert "makes no sense" in refused(retold(network, actions="35"))
    assert "makes no sense" in refused(retold(network, actions=True))
    assert "makes no sense" in refused(retold(network, parameters={"NUMP": [2]}))
    assert "makes no sense" in refused(retold(network, story=[]))
    assert "scale" in refused(retold(network, scale=-1))
    assert "cannot be printed" in refused(retold(network, title="\x1b[31mAgram"))
    assert "cannot be printed" in refused(retold(network, title="A" * 1000))


# --- finding --------------------------------------------------------------------------------------


def test_lost_and_strange_files_are_named(tmp_path: Path) -> None:
    lost = tmp_path / "lost.npz"
    with pytest.raises(KibitzError, match=r"there is no network .*lost\.npz"):
        read(lost)
    with pytest.raises(KibitzError, match="is a folder"):
        read(tmp_path)
    with pytest.raises(KibitzError, match="no file can have this name"):
        read("\0")
    os.mkfifo(lost)
    with pytest.raises(KibitzError, match="is no file"):
        read(lost)


def test_what_cannot_be_written_is_said(network: Network, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KibitzError, match="cannot be written"):
        write(network, tmp_path / "file" / "some.npz")
    (tmp_path / "some.npz").mkdir()
    with pytest.raises(KibitzError, match="cannot be written"):
        write(network, tmp_path / "some.npz")
    assert sorted(os.listdir(tmp_path)) == ["file", "some.npz"]


def test_a_network_for_another_game_says_so(game: Game, network: Network, tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    write(network, path)
    assert found(game, path).purpose == network.purpose
    with pytest.raises(KibitzError, match=r"for Agram \(NUMP=2, .*does not fit Brisca \(TIE="):
        found(kibitz.load("brisca"), path)
    with pytest.raises(KibitzError, match=r"NUMP=2, .*does not fit Agram \(NUMP=3"):
        found(kibitz.load("agram", NUMP=3, HAND=2), str(path))


def test_a_game_brings_its_network_along(game: Game, tmp_path: Path) -> None:
    description = tmp_path / "small.rcy"
    description.write_text(game.source.text)
    small = kibitz.load(description)
    with pytest.raises(KibitzError, match="has no network of its own"):
        found(small)
    write(blank(small, hidden=(4,), scale=1.0), tmp_path / "small.net.npz")
    assert found(small).purpose.game == "small"


def test_house_games_have_theirs_in_the_house(game: Game) -> None:
    path = files.beside(game)
    assert path.name == "agram.net.npz"
    assert path.with_name("agram.rcy").is_file()


def test_the_networks_of_the_house_fit_their_games_and_are_small() -> None:
    folder = files.beside(kibitz.load("agram")).parent
    shipped = sorted(folder.glob(f"*{files.SUFFIX}"))
    for path in shipped:
        house = kibitz.load(path.name.removesuffix(files.SUFFIX))
        assert found(house).plays
        assert brings(house)
    assert sum(path.stat().st_size for path in shipped) <= 2_000_000
