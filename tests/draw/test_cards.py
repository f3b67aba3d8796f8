"""Cards as pictures: any deck can be drawn, all cards look different, nothing leaves the paper."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kibitz.draw.cards import CardPicture, card_svg, deck_svg, hand_svg, pips, plain, sheet_svg
from kibitz.draw.cards import faces as faces_module
from kibitz.draw.cards.faces import read_face
from kibitz.draw.cards.sprite import SHAPES
from kibitz.engine.descriptions import house_games, load
from kibitz.engine.faces import Face
from kibitz.engine.game import Game
from kibitz.engine.packs import OWN, pack_of

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Path(__file__).parent.parent / "games" / "small"
HOUSE = sorted(house_games())
SIX = ("agram", "boerenbridge", "brisca", "hearts", "ninety-eight", "tarot")
OTHERS = [str(path) for path in sorted(SMALL.glob("*.rcy"))]
RANKS = {**{word: n for n, word in enumerate(faces_module.NUMBERS)}, "ACE": 1}
RANKS |= {word: n for n, word in enumerate(faces_module.SPANISH_NUMBERS) if n <= 9}


@cache
def game(name: str) -> Game:
    return load(name)


@cache
def sprite(name: str) -> Element:
    return ElementTree.fromstring(deck_svg(game(name).cards))


def symbols(name: str) -> dict[str, Element]:
    return {symbol.attrib["id"]: symbol for symbol in sprite(name).iter(f"{SVG}symbol")}


def written(element: Element) -> str:
    """What is inside an element: two cards look the same if it is."""
    return "".join(ElementTree.tostring(child, encoding="unicode") for child in element)


def face(
    number: int = 0, text: str = "", colour: str = "", pack: str = "", **attributes: str
) -> Face:
    text = text or "-".join(attributes.values())
    return Face(number, attributes, text, text, colour, pack=pack)


GERMAN = (("ACORNS", "LEAVES", "HEARTS", "BELLS"), "SEVEN EIGHT NINE TEN UNTER OBER KING ACE")
ITALIAN = (
    ("DENARI", "COPPE", "SPADE", "BASTONI"),
    "ASSO DUE TRE QUATTRO CINQUE SEI SETTE FANTE CAVALLO RE",
)


def pack(name: str) -> list[Face]:
    """A German or an Italian pack."""
    suits, ranks = {"german": GERMAN, "italian": ITALIAN}[name]
    cards = [(suit, rank) for suit in suits for rank in ranks.split()]
    return [
        face(number, SUIT=suit, RANK=rank, pack=name) for number, (suit, rank) in enumerate(cards)
    ]


def references(root: Element) -> Iterator[str]:
    for use in root.iter(f"{SVG}use"):
        yield use.attrib["href"].removeprefix("#")


@pytest.mark.parametrize("module", [faces_module, pips, plain])
def test_the_examples_of_the_modules(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


# --- whole decks ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOUSE + OTHERS)
def test_every_card_of_a_deck_has_its_symbol(name: str) -> None:
    found = symbols(name)
    assert set(found) == {f"card-{card.number}" for card in game(name).cards} | {"card-back"}
    assert {symbol.attrib["viewBox"] for symbol in found.values()} == {"0 0 100 140"}
    root = sprite(name)
    assert (root.attrib["width"], root.attrib["height"]) == ("0", "0")
    assert root.attrib["aria-hidden"] == "true"


def test_the_back_may_be_left_out() -> None:
    assert "card-back" not in deck_svg(game("agram").cards, back=False)


@pytest.mark.parametrize("name", HOUSE + OTHERS)
def test_cards_that_are_written_differently_look_different(name: str) -> None:
    found = symbols(name)
    looks: dict[str, str] = {}
    for card in game(name).cards:
        look = written(found[f"card-{card.number}"])
        assert looks.setdefault(look, card.text) == card.text
    assert len(looks) == len({tuple(card.attributes.items()) for card in game(name).cards})


@pytest.mark.parametrize("name", HOUSE + OTHERS)
def test_ids_are_unique_and_all_that_is_used_is_there(name: str) -> None:
    ids = [element.attrib["id"] for element in sprite(name).iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    used = set(references(sprite(name)))
    assert used <= set(ids)
    shared = {key for key in ids if key.startswith("kc-")}
    assert shared == used, "nothing is carried along for nothing"


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_deck_is_understood_and_never_plain(name: str) -> None:
    decks = {read_face(card).deck for card in game(name).cards}
    whole = pack_of([card.attributes for card in game(name).cards])
    expected = {"tarot": {"french", "trump", "excuse"}}.get(whole, {whole})
    if whole != OWN:
        assert decks - {"joker"} == expected


@pytest.mark.parametrize("name", SIX)
def test_a_pip_card_has_as_many_pips_as_its_rank(name: str) -> None:
    found, counted = symbols(name), 0
    for card in game(name).cards:
        rank = RANKS.get(card.attributes.get("RANK", ""))
        if rank is None or "SUIT" not in card.attributes:
            continue
        [group] = [g for g in found[f"card-{card.number}"].iter(f"{SVG}g") if "class" in g.attrib]
        suit = card.attributes["SUIT"].lower()
        assert list(references(group)) == [f"kc-{suit}"] * rank, card
        counted += 1
    assert counted >= 28


@pytest.mark.parametrize(("name", "pips"), [("german", 4 * (7 + 8 + 9 + 10 + 2)), ("italian", 112)])
def test_german_and_italian_cards_show_their_pips(name: str, pips: int) -> None:
    """A Daus has two; Unter, Ober and king have none, nor have fante, cavallo and re."""
    total = 0
    for card in pack(name):
        root = ElementTree.fromstring(card_svg(card))
        for group in root.iter(f"{SVG}g"):
            if group.attrib.get("class") == "kc-pips":
                total += len(list(references(group)))
    assert total == pips


@pytest.mark.parametrize("name", ["german", "italian"])
def test_german_and_italian_cards_all_look_different(name: str) -> None:
    cards = pack(name)
    root = ElementTree.fromstring(deck_svg(cards))
    looks = {written(symbol) for symbol in root.iter(f"{SVG}symbol")}
    assert len(looks) == len(cards) + 1
    assert len(deck_svg(cards).encode()) < 100_000
    assert {read_face(card).deck for card in cards} == {name}


def test_letters_of_german_and_italian_ranks_are_those_of_the_sheet() -> None:
    daus = Face(0, {"SUIT": "BELLS", "RANK": "ACE"}, "DB", "D🔔", "")
    king = Face(0, {"SUIT": "COPPE", "RANK": "RE"}, "10C", "10∪", "")
    assert (read_face(daus).rank, read_face(daus).corner) == ("A", "D")
    assert (read_face(king).rank, read_face(king).corner) == ("10", "10")
    assert read_face(face(SUIT="COPPE", RANK="RE")).corner == "R"


def test_a_french_deck_is_drawn_with_german_signs_if_its_sheet_says_so() -> None:
    seven = Face(0, {"SUIT": "CLUBS", "RANK": "SEVEN"}, "7E", "7🌰", "")
    heart = Face(0, {"SUIT": "HEARTS", "RANK": "SEVEN"}, "7H", "7♥", "", pack="german")
    assert (read_face(seven).deck, read_face(seven).suit) == ("german", "acorns")
    assert (read_face(heart).deck, read_face(heart).suit) == ("german", "herz")


def test_a_game_knows_which_pack_its_cards_are_of(tmp_path: Path) -> None:
    """Hearts and `SPADE` alone could be French."""
    for (suits, ranks), name in ((GERMAN, "german"), (ITALIAN, "italian")):
        path = tmp_path / f"{name}.rcy"
        path.write_text(
            "(game (setup (create players 2) (create deck (game iloc STOCK) (deck "
            f"(SUIT ({', '.join(suits)})) (RANK ({', '.join(ranks.split())})))))"
            " (do ((shuffle (game iloc STOCK)))) (scoring max 0))"
        )
        assert {card.pack for card in load(path).cards} == {name}


def test_decks_are_small_and_always_the_same() -> None:
    assert len(deck_svg(game("tarot").cards).encode()) < 150_000
    assert len(deck_svg(game("brisca").cards).encode()) < 100_000
    assert len(deck_svg(game("boerenbridge").cards).encode()) < 100_000
    for name in HOUSE:
        assert deck_svg(game(name).cards) == deck_svg(load(name).cards)


@pytest.mark.parametrize("key", sorted(SHAPES))
def test_shared_shapes_borrow_only_what_there_is(key: str) -> None:
    shape = ElementTree.fromstring(str(SHAPES[key]))
    hrefs = [element.attrib["href"] for element in shape.iter() if "href" in element.attrib]
    assert {href.removeprefix("#kc-") for href in hrefs} <= set(SHAPES)


def test_no_two_courts_or_trumps_are_the_same_drawing() -> None:
    courts = [str(SHAPES[rank + suit]) for rank in "JCQK" for suit in pips.COLOURS]
    trumps = [str(SHAPES[f"T{number}"]) for number in range(1, 22)]
    assert len(set(courts)) == 16
    assert len(set(trumps)) == 21


# --- what the pictures say ------------------------------------------------------------------------


def test_spanish_frames_have_their_pintas() -> None:
    """Oros have no break in the upper line, copas one, espadas two, bastos three."""
    breaks = {}
    for card in game("brisca").cards:
        frame = symbols("brisca")[f"card-{card.number}"].find(f"{SVG}path")
        assert frame is not None
        top = re.split("V", frame.attrib["d"])[0]
        breaks[card.attributes["SUIT"]] = top.count("M") - 1
    assert breaks == {"OROS": 0, "COPAS": 1, "ESPADAS": 2, "BASTOS": 3}


def test_a_suit_without_a_rank_is_one_large_sign() -> None:
    marker = game("boerenbridge").card("H")
    drawn = symbols("boerenbridge")[f"card-{marker.number}"]
    assert list(references(drawn)).count("kc-hearts") == 3
    assert not [key for key in references(drawn) if key.startswith("kc-g")]


def test_red_suits_are_red_and_black_ones_are_not() -> None:
    found = symbols("agram")
    for card in game("agram").cards:
        group = found[f"card-{card.number}"].find(f"{SVG}g")
        assert group is not None
        colour = group.attrib["color"]
        assert (colour == pips.COLOURS["hearts"]) == (card.colour == "red")


def test_the_bouts_of_tarot_are_golden() -> None:
    gold = {}
    for card in game("tarot").cards:
        group = symbols("tarot")[f"card-{card.number}"].find(f"{SVG}g")
        assert group is not None
        gold[card.text] = group.attrib["color"]
    bouts = {text for text, colour in gold.items() if colour == gold["EX"]}
    assert bouts == {"T1", "T21", "EX"}


@pytest.mark.parametrize(
    ("card", "deck", "suit", "rank"),
    [
        (face(SUIT="HEARTS", RANK="QUEEN"), "french", "hearts", "Q"),
        (face(SUIT="SPADES", RANK="10"), "french", "spades", "10"),
        (face(RANK="ACE", SUIT="CLUBS", COLOR="BLACK"), "french", "clubs", "A"),
        (face(SUIT="COPAS", RANK="SOTA"), "spanish", "copas", "10"),
        (face(SUIT="BASTOS", RANK="SEVEN"), "spanish", "bastos", "7"),
        (face(SUIT="ACORNS", RANK="OBER"), "german", "acorns", "O"),
        (face(SUIT="HERZ", RANK="DAUS"), "german", "herz", "D"),
        (face(SUIT="HEARTS", RANK="UNTER", pack="german"), "german", "herz", "U"),
        (face(SUIT="DENARI", RANK="SETTE"), "italian", "denari", "7"),
        (face(SUIT="SPADE", RANK="KING", pack="italian"), "italian", "spade", "10"),
        (face(SUIT="TRUMPS", RANK="TRUMPSIXTEEN"), "trump", "", "16"),
        (face(SUIT="TRUMPS", RANK="SEVEN"), "trump", "", "7"),
        (face(SUIT="EXCUSE", RANK="EXCUSE"), "excuse", "", ""),
        (face(RANK="JOKER", COLOR="RED"), "joker", "", ""),
        (face(RANK="KING"), "court", "", "K"),
        (face(RANK="SEVEN", COLOR="BLUE"), "plain", "", "7"),
        (face(SUIT="TRUMPS", RANK="TWENTYTWO"), "plain", "", ""),
    ],
)
def test_faces_are_read(card: Face, deck: str, suit: str, rank: str) -> None:
    found = read_face(card)
    assert (found.deck, found.suit, found.rank) == (deck, suit, rank)


def test_colours_of_an_unknown_deck_are_those_it_names() -> None:
    assert read_face(face(COLOR="BLUE", WORD="REVERSE")).hue == "blue"
    assert read_face(face(WORD="REVERSE", colour="green")).hue == "green"
    blue, red = (card_svg(face(COLOR=c, WORD="SKIP", text="Skip")) for c in ("BLUE", "RED"))
    assert blue != red


def test_what_else_is_printed_on_a_french_card_is_shown() -> None:
    left, right = (
        card_svg(face(text=f"7H{side}", SUIT="HEARTS", RANK="SEVEN", SIDE=side.upper()))
        for side in ("Left", "Right")
    )
    assert ">Left<" in left
    assert ">Right<" in right


# --- any deck -------------------------------------------------------------------------------------


def lines(text: str) -> list[Element]:
    return list(ElementTree.fromstring(text).iter(f"{SVG}text"))


def check_text_stays_inside(text: str) -> None:
    """By the widest letters there are, or by being told its length."""
    for line in lines(text):
        size, content = float(line.attrib["font-size"]), line.text or ""
        told = line.attrib.get("textLength")
        wide = float(told) if told else 0.72 * size * len(content)
        middle, base = float(line.attrib["x"]), float(line.attrib["y"])
        assert middle - wide / 2 >= 8
        assert middle + wide / 2 <= 92
        assert size <= base <= 136


@pytest.mark.parametrize(
    "word", ["<b>&amp;", "W" * 40, "a very long sentence of many words " * 4, "ß", "7", "<", "—"]
)
def test_any_word_fits_on_a_card(word: str) -> None:
    text = card_svg(face(WORD=word))
    ElementTree.fromstring(text)
    check_text_stays_inside(text)


@given(
    st.dictionaries(
        st.sampled_from(["SUIT", "RANK", "COLOR", "SIDE", "WORD"]),
        st.text(max_size=45)
        | st.sampled_from(
            [
                *("HEARTS", "OROS", "TRUMPS", "JOKER", "KING", "SEVEN", "BLUE", "CABALLO"),
                *("ACORNS", "COPPE", "UNTER", "ASSO"),
            ]
        ),
        max_size=4,
    ),
    st.text(max_size=60),
)
@example({"SUIT": "\r"}, "\r")
def test_whatever_is_printed_can_be_drawn(attributes: dict[str, str], text: str) -> None:
    drawn = card_svg(Face(0, attributes, text, text, ""))
    ElementTree.fromstring(drawn)
    check_text_stays_inside(drawn)
    ElementTree.fromstring(deck_svg([Face(0, attributes, text, text, "")]))


# --- one card, a hand, a sheet --------------------------------------------------------------------


def test_a_card_alone_has_a_name_and_shows_itself() -> None:
    queen = game("boerenbridge").card("QH")
    root = ElementTree.fromstring(card_svg(queen))
    assert root.findtext(f"{SVG}title") == "Q♥"
    assert root.attrib["role"] == "img"
    assert CardPicture(queen)._repr_svg_() == card_svg(queen)
    assert "face down" in card_svg(None)


@pytest.mark.parametrize("count", [0, 1, 2, 13, 30])
def test_a_hand_is_a_fan_of_all_its_cards(count: int) -> None:
    held = game("boerenbridge").cards[:count]
    root = ElementTree.fromstring(hand_svg(held))
    assert len(root.findall(f"{SVG}g")) == count
    assert float(root.attrib["width"]) <= 700
    assert set(references(root)) <= {e.attrib["id"] for e in root.iter() if "id" in e.attrib}


def test_a_hand_may_hold_cards_face_down() -> None:
    assert hand_svg([None, None]) != hand_svg([None])
    assert "card-" not in hand_svg([game("tarot").card("EX"), None]), "no ids that a page may have"


@pytest.mark.parametrize("name", HOUSE + OTHERS)
def test_a_sheet_has_every_card_and_the_back(name: str) -> None:
    root = ElementTree.fromstring(sheet_svg(game(name).cards, "a <deck>"))
    assert len(root.findall(f"{SVG}g")) == len(game(name).cards) + 1
    assert root.findtext(f"{SVG}title") == "a <deck>"


def test_the_sheet_of_no_cards_is_a_back() -> None:
    assert len(ElementTree.fromstring(sheet_svg([])).findall(f"{SVG}g")) == 1
