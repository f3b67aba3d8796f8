"""The report of a competition: the same bytes from the same results, and no stranger's markup."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kibitz
from compete.fabricated import NASTY, charter, fabricate
from kibitz.compete.charter import Charter, Phase
from kibitz.compete.drawings import scale, span, whisker
from kibitz.compete.naming import fitted, shown
from kibitz.compete.page.markup import named
from kibitz.compete.publication import Publication
from kibitz.compete.report import PAGE, RESULTS, TIMES, standings_text, write
from kibitz.compete.store import Store
from kibitz.compete.times import paces
from kibitz.draw.markup import VOID, tag

PHASES = (
    Phase("gauntlet", 4, "First <round>", opponents=("rule",), best=6),
    Phase("league", 4, best=4),
    Phase("cup", 4),
)
FAILING = {NASTY[0]: 0.8, "Ann": 0.2}
NAMES = (*NASTY, "Ann", "Bob")


def nasty(seed: str | None = None) -> Charter:
    return charter(NAMES, *PHASES, seed=seed)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Publication]:
    """A folder with a competition of strangers, and its report."""
    found = tmp_path_factory.mktemp("report") / "cup"
    with fabricate(found, nasty(), {"Ann": 2.0}, failing=FAILING, sandbox="bwrap") as store:
        return found, write(store)


@pytest.fixture
def folder(written: tuple[Path, Publication]) -> Path:
    return written[0]


class Outline(HTMLParser):
    """The elements of a page; complains where they are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))  # a drawing's

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def outline(folder: Path) -> Outline:
    return Outline((folder / PAGE).read_text(encoding="utf-8"))


def games(folder: Path) -> list[str]:
    with Store.open(folder) as store:
        return [str(game.id) for _, game in store.games()]


# --- the page -------------------------------------------------------------------------------------


def test_the_page_is_one_file_without_scripts(folder: Path) -> None:
    page = outline(folder)
    assert page.all("script") == []
    assert page.all("iframe") == []
    assert [one["src"] for one in page.all("img")] == [TIMES]
    assert all(one["href"].startswith("data:") for one in page.all("link") if one["href"])
    handlers = [key for _, attributes in page.found for key in attributes if key.startswith("on")]
    assert handlers == []
    text = (folder / PAGE).read_text(encoding="utf-8")
    assert "url(" not in text
    assert "@import" not in text
    elsewhere = set(re.findall(r"https?://[^\s\"'<>]+", text))
    assert elsewhere == {"http://www.w3.org/2000/svg"}


def test_every_game_is_linked_once_in_its_meeting(folder: Path) -> None:
    links = [one["href"] or "" for one in outline(folder).all("a") if "title" in one]
    assert sorted(links) == sorted(f"records/{game}.json" for game in games(folder))


def test_links_within_the_page_lead_somewhere(folder: Path) -> None:
    page = outline(folder)
    ids = [attributes["id"] for _, attributes in page.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = {one["href"] for one in page.all("a") if (one["href"] or "").startswith("#")}
    assert targets == {f"#{one}" for one in ids}


def test_tables_have_captions_and_drawings_titles(folder: Path) -> None:
    text = (folder / PAGE).read_text(encoding="utf-8")
    assert text.count("<table") == text.count("<caption")
    drawings = re.findall(r"<svg [^>]*role=\"img\"[^>]*><title>[^<]+</title>", text)
    assert len(drawings) == text.count('role="img"') == 3  # two maps of pairs and a bracket
    assert all(one["alt"] for one in outline(folder).all("img"))


def test_names_are_text_whatever_they_are(folder: Path) -> None:
    page = outline(folder)
    whole = "".join(page.texts)
    assert shown(NASTY[0]) in whole
    assert "<script>alert" not in (folder / PAGE).read_text(encoding="utf-8")
    for name in (PAGE, TIMES):
        text = (folder / name).read_text(encoding="utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", text)
    assert NASTY[1] not in whole  # which is too long
    ElementTree.fromstring((folder / TIMES).read_text(encoding="utf-8"))


def test_who_can_be_reached_where_is_not_published(folder: Path) -> None:
    for name in (PAGE, RESULTS, TIMES):
        assert "example.org" not in (folder / name).read_text(encoding="utf-8")


def first_line(folder: Path) -> str:
    body = (folder / PAGE).read_text(encoding="utf-8").partition("<body>")[2]
    return body[: body.index("</p>")]


def test_the_first_line_says_how_bots_were_held(folder: Path, tmp_path: Path) -> None:
    assert first_line(folder).startswith('<header><p class="held">Held by bubblewrap')
    for sandbox, said in (("limits", "Limits alone"), ("off", "Not held at all")):
        of = charter(("Ann", "Bob"), Phase("league", 2), seed=None)
        with fabricate(tmp_path / sandbox, of, sandbox=sandbox) as store:
            write(store)
        assert first_line(tmp_path / sandbox).startswith(f'<header><p class="held warned">{said}')


def test_a_seed_that_was_given_is_no_secret(tmp_path: Path) -> None:
    with fabricate(tmp_path / "cup", charter(("Ann", "Bob"), Phase("league", 2))) as store:
        write(store)
    assert "Not secret" in first_line(tmp_path / "cup")
    assert json.loads((tmp_path / "cup" / RESULTS).read_text())["seeded"] is True


def test_the_secret_is_published_at_the_end_with_how_to_check_it(folder: Path) -> None:
    with Store.open(folder) as store:
        lots = store.lots
    text = (folder / PAGE).read_text(encoding="utf-8")
    assert lots.commitment in text
    assert f"printf %s {lots.secret} | sha256sum" in text


def test_failures_are_told_with_their_traces(folder: Path) -> None:
    text = (folder / PAGE).read_text(encoding="utf-8")
    assert "&lt;b&gt;did&lt;/b&gt; something" in text
    assert "IndexError: list index out of range" in text
    assert "return self.cards[&lt;9&gt;]" in text


def test_rules_limits_and_versions_are_there(folder: Path) -> None:
    words = " ".join("".join(outline(folder).texts).split())
    assert "There are 120 points in the deck" in words
    assert "equal points and cards" in words
    assert kibitz.load("brisca").hash in words
    assert "Failures until a game is forfeited3" in words
    assert "2,048 MiB" in words


# --- while it is played ---------------------------------------------------------------------------


@pytest.mark.parametrize("until", [0, 5, 50])
def test_a_competition_that_is_not_over_has_a_report(tmp_path: Path, until: int) -> None:
    with fabricate(tmp_path / "cup", nasty(), {"Ann": 2.0}, failing=FAILING, until=until) as store:
        published = write(store)
        secret = store.lots.secret
    text = (tmp_path / "cup" / PAGE).read_text(encoding="utf-8")
    assert "It is not over" in text
    for name in (PAGE, RESULTS, TIMES):
        assert secret not in (tmp_path / "cup" / name).read_text(encoding="utf-8")
    outline(tmp_path / "cup")
    assert "(not over)" in standings_text(published)


# --- the same is the same -------------------------------------------------------------------------


def test_the_same_results_make_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    """Even if they came in in another order, and took another time."""
    with (
        Store.open(folder) as old,
        Store.create(tmp_path / "again", nasty(), old.game.game(), old.lots) as new,
    ):
        new.note(sandbox="bwrap")
        for number in range(len(PHASES)):
            field = old.field(number)
            assert field is not None
            new.begin(number, field, [one for one in old.versions() if one.phase == number])
            new.draw(old.meetings(number))
            found = [game for _, game in old.games(phase=number)]
            new.enter([(game, None) for game in reversed(found)])
            new.finish(number, old.standings(number))
        new.note(state="finished")
        new._base.execute("update times set seconds = '[1, 2, 3, 4]'")
        write(new)
    for name in (PAGE, RESULTS):
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
    assert (tmp_path / "again" / TIMES).read_bytes() != (folder / TIMES).read_bytes()


def test_a_report_is_written_wherever_one_wants_and_nothing_is_left_over(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / PAGE).write_text("an old one")
    with Store.open(folder) as store:
        write(store, tmp_path)
        with pytest.raises(kibitz.KibitzError, match="cannot be written"):
            write(store, tmp_path / "nowhere")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([PAGE, RESULTS, TIMES])


# --- data -----------------------------------------------------------------------------------------


def test_the_data_say_the_same(folder: Path) -> None:
    text = (folder / RESULTS).read_text(encoding="ascii")
    data = json.loads(text)
    assert (data["format"], data["version"]) == ("kibitz competition results", 1)
    assert data["state"] == "finished"
    assert data["held"] == "bwrap"
    assert [one["name"] for one in data["entrants"]] == list(NAMES)
    assert [phase["kind"] for phase in data["phases"]] == ["gauntlet", "league", "cup"]
    listed = [
        game["id"]
        for phase in data["phases"]
        for meeting in phase["meetings"]
        for game in meeting["games"]
    ]
    assert sorted(listed) == sorted(games(folder))
    for phase in data["phases"]:
        assert sum(len(meeting["games"]) for meeting in phase["meetings"]) == phase["games"]
        if phase["kind"] == "league":
            assert sum(row["points"] for row in phase["standings"]) == phase["games"]
    assert max(map(len, text.splitlines())) < 2000
    assert data["phases"][2]["standings"][0]["note"] == "winner"
    assert {one["name"] for one in data["ratings"]} == {*NAMES, "bot:rule"}
    assert "second" not in text.replace("Second", "")  # nothing of the clock


def test_standings_are_markdown(written: tuple[Path, Publication]) -> None:
    text = standings_text(written[1])
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert len(tables) == 3
    for lines in tables:
        cells = {len(re.split(r"(?<!\\)\|", line)) for line in lines}
        assert len(cells) == 1
    assert "\x1b" not in text


# --- names and drawings ---------------------------------------------------------------------------


def test_names_are_cut_where_there_is_no_room() -> None:
    assert shown("a" * 61) == "a" * 59 + "…"
    assert shown("\x00\u202e ") == "(no name)"
    assert fitted("a" * 60, 100, 13).endswith("…")
    assert fitted("Ann", 100, 13) == "Ann"
    assert str(named("<i>")) == '<bdi class="name" title="&lt;i&gt;">&lt;i&gt;</bdi>'
    assert str(tag("p", 'a"b', title='a"b')) == '<p title="a&quot;b">a&quot;b</p>'


@pytest.mark.parametrize("values", [[], [0], [5, 5], [-3, 1e6], [1e-9, 2e-9], [1499, 1501]])
def test_a_scale_holds_all_values(values: list[float]) -> None:
    low, high, step = span(values)
    assert all(low <= value <= high for value in values)
    assert 1 <= round((high - low) / step) <= 7
    for drawn in (scale((low, high, step)), whisker(sum(values), (low, high), (low, high, step))):
        ElementTree.fromstring(str(drawn))


def test_paces_are_seconds_a_decision(folder: Path) -> None:
    with Store.open(folder) as store:
        found = paces(game for _, game in store.games())
    assert {pace.name for pace in found} == {*NAMES, "bot:rule"}
    for pace in found:
        assert pace.quick <= pace.median <= pace.slow <= pace.slowest
        assert pace.decisions > 0
