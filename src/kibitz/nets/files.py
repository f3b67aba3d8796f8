"""Files of networks: `.npz`, which NumPy reads too, and anything else that knows arrays.

    about               a text in JSON, as bytes: what it is for, its scale, its story
    hidden.0.weights    of the first hidden layer, and so on
    hidden.0.bias
    q.weights, q.bias   of each head

The arrays are float32, or float16 where a file is to be small. A file may come from a stranger:
nothing in it is run, no more of it is read than a network may have, and nobody takes its word for
how large it is.
"""

from __future__ import annotations

import io
import json
import math
import os
import re
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import numpy as np
from numpy.typing import NDArray

from kibitz.engine.descriptions import house_games
from kibitz.engine.encoding import KNOWLEDGE
from kibitz.engine.files import is_there
from kibitz.engine.game import Game
from kibitz.engine.numbered import all_numbered
from kibitz.errors import KibitzError
from kibitz.nets.network import HEADS, MOST_LAYERS, Layer, Network, Purpose, fits

__all__ = [
    "MOST",
    "SUFFIX",
    "beside",
    "brings",
    "data_of",
    "found",
    "network_of",
    "read",
    "write",
]

SUFFIX = ".net.npz"
"""What the file of a game's own network ends in: NAME.net.npz, beside NAME.rcy."""

FORMAT = "kibitz network 1"

MOST = 64_000_000
"""Bytes of a file, and of all that is packed in it: 16 million weights."""

KEPT = 16
"""Networks that are remembered, so that every game of a match need not read them anew."""

MOST_TEXT, MOST_NAME = 1_000_000, 200

NPY = re.compile(
    rb"\x93NUMPY[\x01-\x03]\x00.{2,4}?"
    rb"\{'descr': '[<|](f2|f4|u1)', 'fortran_order': (True|False),"
    rb" 'shape': \(([0-9, ]{0,40})\), ?\} *\n",
    re.DOTALL,
)
"""How an array of real numbers or of bytes begins."""


# --- writing --------------------------------------------------------------------------------------


def write(network: Network, path: str | Path, half: bool = False) -> None:
    """Write a network; nobody ever sees half a file. With `half`, its weights are float16: half as
    large, and not quite the same network."""
    path, data = Path(path), data_of(network, half)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.", suffix=".part")
    except OSError as error:
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(part, 0o644)
        os.replace(part, path)
    except OSError as error:
        os.unlink(part)
        raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
    except BaseException:
        os.unlink(part)
        raise


def data_of(network: Network, half: bool = False) -> bytes:
    """The bytes of a network's file: the same for the same network."""
    about = {
        "format": FORMAT,
        "purpose": asdict(network.purpose),
        "scale": network.scale,
        "story": network.story,
    }
    text = json.dumps(about, ensure_ascii=False).encode()
    arrays: dict[str, NDArray[Any]] = {"about": np.frombuffer(text, np.uint8)}
    for name, (weights, bias) in _layers(network):
        for what, numbers in (("weights", weights), ("bias", bias)):
            arrays[f"{name}.{what}"] = _halved(numbers) if half else numbers
    packed = io.BytesIO()
    with ZipFile(packed, "w") as file:
        for name, numbers in arrays.items():
            entry = io.BytesIO()
            np.lib.format.write_array(entry, numbers, (1, 0), allow_pickle=False)
            info = ZipInfo(f"{name}.npy")  # of 1980: the hour has no part in it
            info.compress_type = ZIP_DEFLATED
            file.writestr(info, entry.getvalue())
    return packed.getvalue()


def _layers(network: Network) -> Iterator[tuple[str, Layer]]:
    """All layers, by the names they have in files."""
    for k, layer in enumerate(network.hidden):
        yield f"hidden.{k}", layer
    yield from network.heads.items()


def _halved(numbers: NDArray[np.float32]) -> NDArray[np.float16]:
    """In half as many bytes; what float16 has no room for is the most that it has."""
    most = np.finfo(np.float16).max
    return np.clip(numbers, -most, most).astype(np.float16)


# --- reading --------------------------------------------------------------------------------------


def read(path: str | Path) -> Network:
    """A network from its file."""
    path = Path(path)
    try:
        if path.is_dir():
            raise KibitzError(f"{path} is a folder, not a network", "give a .npz file")
        if is_there(path) and not path.is_file():
            raise KibitzError(f"{path} is no file, and so no network")
        with open(path, "rb") as file:
            data = file.read(MOST + 1)
    except FileNotFoundError:
        raise KibitzError(f"there is no network {path}", "give the path of a .npz file") from None
    except (OSError, ValueError) as error:  # a name with a zero byte in it
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise KibitzError(f"{path} cannot be read: {why}") from None
    return network_of(data, str(path))


def network_of(data: bytes, name: str = "this") -> Network:
    """A network from the bytes of its file, which is called `name` in complaints."""
    try:
        arrays = _arrays(data)
        about = _about(arrays.pop("about"))
        purpose = _purpose(about["purpose"])
        layers = _paired(arrays)
        count = sum(key.startswith("hidden.") for key in layers)
        hidden = tuple(layers.pop(f"hidden.{k}") for k in range(count))
        scale = _checked(about["scale"], float, int)
        return Network(purpose, hidden, layers, float(scale), _checked(about["story"], dict))
    except _Not as error:
        why = str(error)
    except KibitzError as error:  # it does not fit together
        why = error.message.removeprefix("this is no network: ")
    except KeyError as error:
        why = f"it has no {error.args[0]!s:.40}"
    except (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError):
        why = "it is no .npz file, or a broken one"
    except (ValueError, TypeError, RecursionError, OverflowError, RuntimeError):
        why = "what it says of itself makes no sense"
    hint = "networks are made by `kibitz train`, or kibitz.nets.write"
    raise KibitzError(f"{name} is no network: {why}", hint)


class _Not(Exception):
    """Something is wrong with a file: why."""


def _arrays(data: bytes) -> dict[str, NDArray[Any]]:
    """All arrays of a file by their names. Nothing is unpacked before all that is to come of it has
    been added up, and no array is larger than the bytes that are there."""
    if len(data) > MOST:
        raise _Not(f"it is too large (more than {MOST:,} bytes)")
    found: dict[str, NDArray[Any]] = {}
    with ZipFile(io.BytesIO(data)) as file:
        entries = file.infolist()
        if len(entries) > 2 * MOST_LAYERS + 1:
            raise _Not(f"it has {len(entries):,} parts")
        if sum(entry.file_size for entry in entries) > MOST:
            raise _Not(f"it is too large (more than {MOST:,} bytes)")
        if any(entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for entry in entries):
            raise _Not("it is packed in a way that NumPy does not know")
        for entry in entries:
            found[entry.filename.removesuffix(".npy")] = _array(file.read(entry))
    return found


def _array(content: bytes) -> NDArray[Any]:
    """An array as NumPy writes it, of real numbers or bytes and of no other kind."""
    head = NPY.match(content)
    if head is None:
        raise _Not("it has something in it that is not an array of numbers")
    kind, turned, sizes = (part.decode() for part in head.groups())
    shape = tuple(int(size) for size in sizes.replace(" ", "").split(",") if size)
    numbers = np.frombuffer(content[head.end() :], np.dtype(kind).newbyteorder("<"))
    if math.prod(shape) != numbers.size:
        raise _Not("an array in it is larger or smaller than it says")
    return numbers.reshape(shape, order="F" if turned == "True" else "C")


def _about(numbers: NDArray[Any]) -> dict[str, Any]:
    """What a file says of itself."""
    if numbers.dtype != np.uint8 or numbers.size > MOST_TEXT:
        raise _Not("what it says of itself is no text")
    about: dict[str, Any] = _checked(json.loads(numbers.tobytes().decode()), dict)
    if about.get("format") != FORMAT:
        raise _Not(f"it is not of the format `{FORMAT}`")
    return about


def _purpose(told: Any) -> Purpose:  # plain JSON
    """What a network says it is for."""
    given = _checked(told, dict)
    texts = {name: _checked(given[name], str) for name in ("game", "title", "knowledge", "digest")}
    numbers = {name: _checked(given[name], int) for name in ("players", "columns", "actions")}
    parameters = _checked(given.get("parameters", {}), dict)
    said = [*texts.values(), *parameters, *map(str, parameters.values())]
    if not all(text.isprintable() and len(text) <= MOST_NAME for text in said):
        raise _Not("what it says of itself cannot be printed")
    if texts["knowledge"] not in KNOWLEDGE:
        raise _Not(f"there is no knowledge `{texts['knowledge']:.40}`")
    if any(number < 0 for number in numbers.values()):
        raise _Not("it is for less than nothing")
    for value in parameters.values():
        _checked(value, int, str)
    return Purpose(**texts, **numbers, parameters=parameters)


def _checked(value: Any, *types: type) -> Any:  # plain JSON
    """A value that must be of one of these types."""
    if not isinstance(value, types) or isinstance(value, bool):
        raise _Not("what it says of itself makes no sense")
    return value


def _paired(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Layer]:
    """The layers of a file, by name."""
    found: dict[str, Layer] = {}
    for key in arrays:
        name, _, what = key.rpartition(".")
        if what not in ("weights", "bias") or not re.fullmatch(r"hidden\.\d{1,2}|\w+", name):
            raise _Not(f"it has something in it called `{key:.40}`")
        if name not in HEADS and not name.startswith("hidden."):
            raise _Not(f"it has something in it called `{key:.40}`")
        if what == "bias":
            continue
        pair = arrays[key], arrays[f"{name}.bias"]
        if any(numbers.dtype.kind != "f" for numbers in pair):
            raise _Not("its weights are no real numbers")
        weights, bias = (np.ascontiguousarray(numbers, np.float32) for numbers in pair)
        if not (np.isfinite(weights).all() and np.isfinite(bias).all()):
            raise _Not("some of its weights are infinite, or no numbers at all")
        found[name] = weights, bias
    return found


# --- finding --------------------------------------------------------------------------------------


def found(game: Game, name: str | Path | None = None) -> Network:
    """The network of a file, or without a name the one a game brings along; it fits the game."""
    path = beside(game) if name is None else Path(name)
    if name is None and not is_there(path):
        raise KibitzError(
            f"{game.title} has no network of its own",
            f"`net:FILE` takes one from a file; `kibitz train` makes one ({path.name})",
        )
    network = _kept(path)
    if not fits(network, game):
        given = ", ".join(f"{key}={value}" for key, value in game.parameters.items())
        raise KibitzError(
            f"{path} is a network for {network.purpose}, and does not fit"
            f" {game.title}{f' ({given})' if given else ''}",
            "a network plays the game it was trained for, with the same cards, seats and actions",
        )
    return network


def brings(game: Game) -> bool:
    """Whether a game brings a network along that can play it, with the parameters it has."""
    path = beside(game)
    if not is_there(path):
        return False
    try:
        network = _kept(path)
        return network.plays and all_numbered(game) and fits(network, game)
    except KibitzError:
        return False


def _kept(path: Path) -> Network:
    """The network of a file, which is read again only if it has changed."""
    try:
        stamp = path.stat()
    except (OSError, ValueError):
        return read(path)  # which says what is wrong with it
    return _read(path.absolute(), str(path), stamp.st_mtime_ns, stamp.st_size, stamp.st_ino)


@lru_cache(maxsize=KEPT)
def _read(path: Path, name: str, changed: int, size: int, number: int) -> Network:
    """A file, read once as long as it does not change; `name` is how it was given."""
    return read(name)


def beside(game: Game) -> Path:
    """Where a game would have its own network: beside its description."""
    house = house_games().get(game.name)
    file = Path(game.source.name)
    return (house if house is not None and house.name == str(file) else file).with_suffix(SUFFIX)
