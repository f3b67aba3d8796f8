"""The page of a report: complete by itself, for whatever a report has, and safe with any text."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from analysis.fabricated import NASTY, SAMPLES, about, fabricate, measured, rows
from kibitz.analysis import plots
from kibitz.analysis.measured import MEASURES, Measured
from kibitz.analysis.outline import OUTLINE, Question, answered
from kibitz.analysis.page import VIEWER, report_fragment, report_page
from kibitz.analysis.page.games import packed
from kibitz.analysis.report import Report
from kibitz.draw.markup import VOID
from kibitz.engine.descriptions import load
from kibitz.engine.record import Record

SAMPLED = {sample.key for sample in SAMPLES}


class Read(HTMLParser):
    """What a page has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split()).replace("\u00a0", " ")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib: pages are made in no time."""
    monkeypatch.setattr("kibitz.draw.canvas.find_spec", lambda name: None)


@pytest.fixture(scope="module")
def whole() -> str:
    return report_page(fabricate())


def test_nothing_comes_from_elsewhere_and_nothing_runs(whole: str) -> None:
    page = Read(whole)
    assert "script" not in page.tags
    assert "iframe" not in page.tags
    assert not re.search(r"\son\w+=", whole)
    away = [link for link in page.links if not link.startswith(("#", "data:", VIEWER))]
    assert away == []
    assert "@import" not in whole
    assert "url(" not in whole


def test_ids_are_used_once_and_links_lead_somewhere(whole: str) -> None:
    page = Read(whole)
    assert len(set(page.ids)) == len(page.ids)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_every_measure_has_its_panel_its_sentence_and_its_definition(whole: str) -> None:
    page = Read(whole)
    for key in measured():
        assert f"m-{key}-panel" in page.ids
    assert whole.count("How to read this") == len(measured())
    known = [MEASURES[key] for key in measured() if key in MEASURES]
    assert page.text.count("Sample: ") == len([of for of in known if of.sample in SAMPLED])
    for of in known:
        assert " ".join(of.definition.split()) in page.text


def test_bars_of_parts_say_what_they_are_parts_of(whole: str) -> None:
    """Those of a result and of points look the same."""
    for name in ("variance of a result", "variance of points", "decisions with a choice"):
        assert len(re.findall(rf">\s*of the {name}\s*</text>", whole)) == 1


def test_every_question_is_a_section(whole: str) -> None:
    page = Read(whole)
    assert {question.key for question in OUTLINE} <= set(page.ids)
    assert "more" not in page.ids


def test_the_summary_comes_first_and_says_that_rules_chose(whole: str) -> None:
    page = Read(whole)
    text = page.text
    assert page.ids.index("summary") < page.ids.index("length")
    assert "North wins 31 % (29 to 33) if all seats search" in text
    assert "chosen by rules, not by people" in text
    assert text.count("Rule: ") == 3


def test_the_same_report_gives_the_same_page(bare: None) -> None:
    report = fabricate(without=measured().keys() - MEASURES.keys())
    again = Report.from_json(json.loads(json.dumps(report.to_json())))
    assert report_page(again) == report_page(report)


def test_a_game_can_be_opened_in_the_viewer_or_kept(whole: str) -> None:
    page = Read(whole)
    opened = [link for link in page.links if link.startswith(VIEWER)]
    kept = [link for link in page.links if link.startswith("data:application/json")]
    assert len(opened) == 2
    for way, link in zip(opened, kept, strict=False):
        data = way.partition("#")[2]
        assert re.fullmatch(r"[A-Za-z0-9_-]+", data)
        text = zlib.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))).decode()
        assert base64.b64decode(link.partition(",")[2]).decode() == text
        assert Record.from_json(text).replay(load("agram"))[-1].over
    assert "while kibitz table is running" in page.text


def test_served_by_the_table_the_viewer_is_near(bare: None) -> None:
    page = Read(report_page(fabricate(), viewer="/open"))
    assert len([link for link in page.links if link.startswith("/open#")]) == 2
    assert "is running" not in page.text


def test_records_are_packed_for_addresses() -> None:
    assert zlib.decompress(base64.urlsafe_b64decode(packed("♠") + "==")) == "♠".encode()


def test_games_are_told_by_their_turns(whole: str) -> None:
    text = Read(whole).text
    assert text.count("from the stock.") == 8  # four hands in each of two games
    assert len(re.findall(r"Decision \d+: \w+ (?:leads|plays) ", text)) == 6
    assert text.count("The end: ") == 2


def test_the_game_is_shown_with_rules_parameters_and_cards(whole: str) -> None:
    page = Read(whole)
    assert "whoever takes the sixth and last one wins" in page.text
    assert "NUMP 4" in page.text
    assert "kc-paper" in page.ids


def test_a_game_that_is_not_at_hand_is_listed(bare: None) -> None:
    changed = replace(fabricate().about, name="strange", hash="0" * 16, cards=("3♠", "3♠", "A♥"))
    page = Read(report_page(fabricate(about=changed)))
    assert "2 × 3♠, A♥" in page.text
    assert "All decisions" in page.text
    assert "kc-paper" not in page.ids


def test_other_rules_under_the_same_name_are_not_taken_for_ours(bare: None) -> None:
    changed = replace(fabricate().about, hash="0" * 16)
    assert "kc-paper" not in Read(report_page(fabricate(about=changed))).ids


def test_a_game_that_is_given_is_told(bare: None) -> None:
    changed = replace(fabricate().about, name="strange")
    page = Read(report_page(fabricate(about=changed), game=load("agram")))
    assert "from the stock." in page.text


def test_what_all_studies_suffered_from_is_said_once(bare: None) -> None:
    why = dict.fromkeys(("random", "secrets", "luck"), "there is no card to move")
    page = report_page(fabricate(skipped=why, measured={}))
    told = "The studies “random”, “secrets” and “luck” were not made: there is no card to move."
    assert told in Read(page).text


def test_what_went_wrong_is_said_at_the_top(bare: None) -> None:
    page = Read(
        report_page(fabricate(stopped="interrupted", skipped={"exact": "the tree is too large"}))
    )
    top = page.text.partition("How to read this")[0]
    assert "It was interrupted" in top
    assert "The study “exact” was not made: the tree is too large." in top
    assert "60 of 50,000 games (every seat at random) did not end in time" in top
    assert "there may be more rungs" not in top  # that stands where the ladder is shown
    assert "The ladder ends at 1,024 tries: there may be more rungs." in page.text
    clock = Read(report_page(fabricate(stopped="clock", measured={})))
    assert "cut short by the clock" in clock.text
    assert "Nothing was measured." in clock.text


def test_without_matplotlib_tables_say_it_and_one_sentence_how_to_get_plots(bare: None) -> None:
    text = report_page(fabricate())
    page = Read(text)
    assert page.text.count(plots.MISSING) == 1
    assert 'class="plot"' not in text
    assert page.tags.count("table") >= sum(bool(found.rows) for found in measured().values())
    assert plots.MISSING not in Read(report_page(fabricate(measured={}))).text


def test_strangers_cannot_write_into_the_page(bare: None) -> None:
    texts = {"name": NASTY, "title": NASTY, "summary": NASTY, "rules": NASTY}
    about_it = replace(fabricate().about, **texts)  # type: ignore[arg-type]
    about_it = replace(about_it, parameters={NASTY: NASTY}, cards=(NASTY,), seats=(NASTY,) * 4)
    found = {
        "strange": Measured(about(0.1, 1.0), rows({NASTY: 1.0}, 0.1, NASTY), NASTY, {}, "strange"),
        "dead_wood": Measured(
            data={"never_taken": [{"line": NASTY, "text": NASTY}]}, key="dead_wood"
        ),
        "leads": Measured(
            data={"games": {"typical": {"why": NASTY, "record": NASTY}}}, key="leads"
        ),
    }
    text = report_page(
        fabricate(about=about_it, measured=found, skipped={NASTY: NASTY}, stopped=NASTY)
    )
    page = Read(text)
    assert "script" not in page.tags
    assert text.count("<script") == 0


def test_what_is_not_known_is_shown_all_the_same(bare: None) -> None:
    odd = Measured(about(0.02, 0.5), rows({"a": 0.4, "b": 0.6}, 0.1), None, {}, "inner_peace")
    report = fabricate(measured={"inner_peace": odd})
    assert [question.key for question, _ in answered(report)] == ["more"]
    page = Read(report_page(report))
    assert "Inner peace: 0.50 (0.48 to 0.52)." in page.text
    assert "What else was measured?" in page.text


@pytest.mark.parametrize("question", OUTLINE, ids=lambda question: question.key)
def test_a_page_does_without_what_was_not_measured(question: Question, bare: None) -> None:
    page = Read(report_page(fabricate(without=question.measures)))
    assert question.key not in page.ids
    assert not {f"m-{key}-panel" for key in question.measures} & set(page.ids)


@pytest.mark.parametrize("players", [1, 2, 9])
def test_any_number_of_players(players: int) -> None:
    names = tuple(f"Seat {k}" for k in range(players))
    about_it = replace(fabricate().about, name="strange", players=players, seats=names)
    game = {"leads": [[0.5] * players] * 3, "decisions": [0, 1, 2], "winners": [players - 1]}
    found = Measured(data={"games": {"typical": game}}, key="leads")
    text = report_page(fabricate(about=about_it, measured={"leads": found}))
    assert text.count('class="plot"') == 1
    assert f"Seat {players - 1} won." in text


def test_in_a_notebook_the_style_is_the_reports_own(bare: None) -> None:
    text = fabricate()._repr_html_()
    assert text == report_fragment(fabricate())
    assert text.startswith('<div class="kibitz-report"><style>.kibitz-report {')
    style = text.partition("</style>")[0]
    assert ":root" not in style
    assert not re.search(r"\bbody\b", style)
    Read(text)
