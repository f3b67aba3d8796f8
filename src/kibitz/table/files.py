"""The files of the page, read and compressed once, and kept by browsers for good.

Everything but the pages themselves lies in a folder that is named after what is in it:
`/static/3f2a91c0d4/js/table.js`. So a browser never has to ask whether a file is still the same,
and what has changed has another address. The modules that a page needs are listed in it: they are
fetched all at once, not one after the other as each names the next.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Files", "Packed", "packed", "read_files"]

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
SMALLEST = 500
"""Bytes that are worth compressing."""

IMPORT = re.compile(r"""\b(?:from|import\(?)\s*["'](\.[^"']+\.js)["']""")


@dataclass(frozen=True, slots=True)
class Packed:
    """Something that is sent often, as it is and compressed."""

    plain: bytes
    short: bytes | None
    kind: str
    tag: str

    def answer(self, request: Request, **headers: str) -> Response:
        """What a browser gets that may have it already."""
        headers |= {"ETag": self.tag, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.short is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
            headers["Content-Encoding"] = "gzip"
            return Response(self.short, media_type=self.kind, headers=headers)
        return Response(self.plain, media_type=self.kind, headers=headers)


def packed(content: bytes, kind: str) -> Packed:
    """Something, ready to be sent."""
    short = gzip.compress(content, mtime=0) if len(content) >= SMALLEST else None
    return Packed(content, short, kind, f'"{_digest(content)}"')


@dataclass(frozen=True, slots=True)
class Files:
    """All files of the page."""

    version: str
    files: dict[str, Packed]
    """By their path in the folder."""
    pages: dict[str, Packed]

    @property
    def root(self) -> str:
        """The address of the folder."""
        return f"/static/{self.version}"

    def page(self, request: Request, name: str) -> Response:
        """A page; asked for each time, for it names the folder of all other files."""
        return self.pages[name].answer(request, **{"Cache-Control": ASK_FIRST})

    async def file(self, request: Request) -> Response:
        """A file. A page from before the server was renewed gets what there is now."""
        found = self.files.get(request.path_params["path"])
        if found is None:
            raise HTTPException(404)
        today = request.path_params["version"] == self.version
        return found.answer(request, **{"Cache-Control": FOR_GOOD if today else ASK_FIRST})


def read_files(folder: Path = STATIC) -> Files:
    """The files of a folder: `static`, but for tests."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    pages = {name for name in texts if name.endswith(".html")}
    version = _digest(*(part for pair in texts.items() for part in (pair[0].encode(), pair[1])))
    return Files(
        version,
        {name: packed(text, _kind(name)) for name, text in texts.items() if name not in pages},
        {name: packed(_page(name, texts, version), "text/html") for name in pages},
    )


def _page(name: str, texts: dict[str, bytes], version: str) -> bytes:
    """A page with the addresses of its files, and of the modules that those ask for."""
    text = texts[name].decode()
    for script in re.findall(r'<script type="module" src="/static/(\S+)"></script>', text):
        links = (
            f'  <link rel="modulepreload" href="/static/{module}">\n'
            for module in _modules(script, texts)[1:]
        )
        text = text.replace("</head>", f"{''.join(links)}</head>")
    return text.replace('"/static/', f'"/static/{version}/').encode()


def _modules(script: str, texts: dict[str, bytes]) -> list[str]:
    """A module and all that it needs, those it names first."""
    found = [script]
    for module in found:
        for relative in IMPORT.findall(texts[module].decode()):
            needed = posixpath.normpath(posixpath.join(posixpath.dirname(module), relative))
            if needed not in found:
                found.append(needed)
    return found


def _kind(name: str) -> str:
    known = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    suffix = PurePosixPath(name).suffix
    return known.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")


def _takes_gzip(accepted: str) -> bool:
    """Whether an Accept-Encoding header has gzip, and not as `gzip;q=0`."""
    for part in accepted.lower().split(","):
        name, _, quality = (piece.strip() for piece in part.partition(";"))
        if name in ("gzip", "*") and not re.fullmatch(r"q\s*=\s*0(\.0*)?", quality):
            return True
    return False


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        digest.update(b"%d:" % len(part) + part)
    return digest.hexdigest()
