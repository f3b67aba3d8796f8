"""Files of reports: which are ours, and which cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.analysis.files import Shown, destinations, is_ours, write
from kibitz.errors import KibitzError

SHOWN = Shown(
    lambda: "<!doctype html>\n<p>ours\n", lambda: "# ours\n", lambda: {"format": "kibitz-analysis"}
)


@pytest.mark.parametrize("kind", ["html", "md", "json"])
def test_what_we_wrote_is_ours_and_may_be_replaced(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "new" / f"x.{kind}"
    assert destinations([path], "") == [path]
    SHOWN.write(path)
    assert is_ours(path)
    assert destinations([path], "") == [path]
    assert [each.name for each in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.html", "<!doctype html>\n<p>theirs\n"),
        ("x.md", "# theirs\n"),
        ("x.json", '{"format": "theirs"}'),
        ("x.json", "[]"),
        ("x.json", "{"),
    ],
)
def test_what_others_wrote_is_not(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    assert not is_ours(tmp_path / name)
    with pytest.raises(KibitzError, match="is there already, and is no report"):
        destinations([tmp_path / name], "")


def test_a_folder_gets_all_kinds(tmp_path: Path) -> None:
    found = destinations([tmp_path, tmp_path / "new"], "agram.report")
    assert [str(path.relative_to(tmp_path)) for path in found] == [
        *("agram.report.html", "agram.report.md", "agram.report.json"),
        *("new/agram.report.html", "new/agram.report.md", "new/agram.report.json"),
    ]


def test_what_cannot_be_written_is_told_before_anything_is_done(tmp_path: Path) -> None:
    (tmp_path / "file.html").touch()
    with pytest.raises(KibitzError, match="is not a folder"):
        destinations([tmp_path / "file.html" / "x.html"], "")
    with pytest.raises(KibitzError, match=r"a report is no `\.htm` file; did you mean `\.html`"):
        destinations([tmp_path / "x.htm"], "")
    with pytest.raises(KibitzError, match="cannot be written"):
        destinations([Path("/proc/x.html")], "")


def test_a_text_with_the_name_of_a_file_that_is_no_text_is_written(tmp_path: Path) -> None:
    write(tmp_path / "x.md", "compared with \udcff.json")
    assert (tmp_path / "x.md").read_text() == "compared with ?.json"
