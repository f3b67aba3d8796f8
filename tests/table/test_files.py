"""The files of the page: what is in a page, what a browser keeps, and what goes over the wire."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from kibitz.table.files import STATIC, read_files
from table.conftest import TestClient


def site(folder: Path, dom: str = "export const h = 1;") -> Path:
    (folder / "js" / "knowing").mkdir(parents=True)
    (folder / "page.html").write_text(
        '<head>\n  <script type="module" src="/static/js/page.js"></script>\n</head>'
    )
    (folder / "js" / "page.js").write_text(
        'import { a } from "./a.js";\nimport("./knowing/b.js").then((b) => b.show());\n'
    )
    (folder / "js" / "a.js").write_text('import { h, patch } from "./dom.js";\n')
    (folder / "js" / "knowing" / "b.js").write_text('import { h } from "../dom.js";\n')
    (folder / "js" / "dom.js").write_text(dom)
    return folder


def test_a_page_names_all_modules_it_will_need_and_no_others(tmp_path: Path) -> None:
    (site(tmp_path) / "js" / "unused.js").write_text("")
    files = read_files(tmp_path)
    page = files.pages["page.html"].plain.decode()
    found = re.findall(r'rel="modulepreload" href="(\S+)"', page)
    assert found == [f"{files.root}/js/{name}.js" for name in ("a", "knowing/b", "dom")]
    assert f'<script type="module" src="{files.root}/js/page.js">' in page


def test_what_changes_has_another_address(tmp_path: Path) -> None:
    first = read_files(site(tmp_path / "one"))
    same = read_files(site(tmp_path / "two"))
    other = read_files(site(tmp_path / "three", dom="export const h = 2;"))
    assert first.version == same.version != other.version
    assert first.pages["page.html"].tag != other.pages["page.html"].tag


def test_a_browser_keeps_all_files_but_asks_for_the_page(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    addresses = re.findall(r'"(/static/\S+)"', page.text)
    assert len(addresses) > 10
    for address in addresses:
        file = client.get(address)
        assert file.status_code == 200
        assert file.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_page_from_before_the_server_was_renewed_gets_todays_files(client: TestClient) -> None:
    file = client.get("/static/0123456789abcdef/js/dom.js")
    assert file.text == (STATIC / "js" / "dom.js").read_text()
    assert file.headers["cache-control"] == "no-cache"
    for path in ("js/nothing.js", "../app.py", "%2e%2e/app.py", "index.html", ""):
        missing = client.get(f"/static/0123456789abcdef/{path}")
        assert missing.status_code == 404
    assert client.get("/static/js").status_code == 404


def test_files_are_sent_compressed_to_whoever_can_read_that(client: TestClient) -> None:
    address = f"{read_files().root}/css/table.css"
    text = (STATIC / "css" / "table.css").read_bytes()

    def sent(accepted: str) -> tuple[str | None, bytes]:
        with client.stream("GET", address, headers={"Accept-Encoding": accepted}) as answer:
            raw = b"".join(answer.iter_raw())
            assert answer.headers["vary"] == "Accept-Encoding"
            return answer.headers.get("content-encoding"), raw

    for accepted in ("gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"):
        how, raw = sent(accepted)
        assert how == "gzip"
        assert gzip.decompress(raw) == text
        assert len(raw) < len(text) / 3
    for accepted in ("identity", "gzip;q=0", "br, gzip; q=0.0"):
        assert sent(accepted) == (None, text)


def test_the_cards_of_a_game_are_sent_compressed(
    client: TestClient, tokens: dict[str, str]
) -> None:
    for address in (f"/api/at/{tokens['go']}/cards.svg", "/api/games/agram/cover.svg"):
        drawn = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert drawn.headers["content-encoding"] == "gzip"
        assert drawn.text.startswith("<svg")
    sheet = client.get("/api/games/agram", headers={"Accept-Encoding": "gzip"})
    assert (sheet.headers["content-encoding"], sheet.headers["cache-control"]) == (
        "gzip",
        "no-store",
    )
    assert sheet.json()["title"] == "Agram"
