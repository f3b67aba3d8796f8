"""French Tarot: its rules, its scores, and the engine beside the plain rules."""

from __future__ import annotations

import doctest
import itertools
import random
from typing import Any

import pytest

import kibitz

from . import rules_tarot as rules
from .counting import Deal, Parameters, Truth
from .perft import census
from .truth import truths
from .truth_tarot import examples, lopsided_deal, tarot_deal

# North has all the hearts and no trump; East's and West's trumps are neighbours.
OBLIGATIONS = {
    "HAND 0": "1H 2H 3H 4H 5H 6H 7H 8H 9H 10H JH CH QH KH 1D 2D 3D 4D 5D 6D 7D 8D 9D EX",
    "HAND 1": "10D JD CD QD KD 1C 2C 3C 4C 5C 6C 7C 8C 9C 10C JC T1 T2 T3 T4 T5 T6 T7 T15",
    "HAND 2": "CC QC KC 1S 2S 3S 4S 5S 6S 7S 8S 9S 10S JS CS QS KS T8 T9 T10 T11 T12 T13 T14",
    "DOG": "T16 T17 T18 T19 T20 T21",
}
CONTRE = ("gardecontre", "pass", "pass")


# The engine in the words of the plain rules


def spoken(label: str) -> str:
    """A label without what is only typography."""
    for sign, letter in zip("♥♦♣♠", "HDCS", strict=True):
        label = label.replace(sign, letter)
    return label.replace(" ", "").casefold()


def told(position: rules.Position) -> dict[str, str]:
    """What the player to move may do, by label."""
    return {spoken(position.label(action)): action for action in position.actions}


class Table:
    """A state of the engine and a position of the plain rules, played side by side."""

    def __init__(self, state: Any, deals: int = 1, **parameters: Any) -> None:
        self.state = state
        self.deals = deals
        self.parameters = parameters
        self.totals = [0, 0, 0]
        self.first: int | None = None
        self.position = self._deal()

    def cards(self, place: str) -> list[str]:
        """What lies in a place of the engine's state."""
        return list(self.state.cards(place))

    def _deal(self) -> rules.Position:
        """The plain rules' position for what has just been dealt."""
        opener = self.state.to_move
        hands = [self.cards(f"HAND {seat}") for seat in range(3)]
        dog = self.cards("DOG")
        if self.parameters.get("AUCTION") == "NO":
            # The taker has picked up the dog already: which cards it was makes no difference.
            taken = hands[opener] + self.cards(f"DISCARD {opener}")
            hands[opener], dog = taken[:24], taken[24:]
            while rules.petit_sec(hands[opener]):
                taken.insert(0, taken.pop())
                hands[opener], dog = taken[:24], taken[24:]
        if self.first is not None and self.parameters.get("PETITSEC") == "NO":
            assert opener == (self.first + 1) % 3, "the deal passes on"
        self.first = opener
        deal = {f"HAND {seat}": " ".join(hand) for seat, hand in enumerate(hands)}
        return rules.start({**deal, "DOG": " ".join(dog)}, first=opener, **self.parameters)

    def step(self, action: str) -> None:
        """Play on both sides and compare all that the players can see of it."""
        [option] = [
            option
            for option in self.state.actions
            if spoken(option.label) == spoken(self.position.label(action))
        ]
        self.state = self.state.after(option)
        self.position = self.position.after(action)
        if not self.position.over:
            self._compare()
            return
        self._compare_end()
        if not self.state.over:
            self.position = self._deal()

    def _compare(self) -> None:
        state, position = self.state, self.position
        assert not state.over
        assert state.to_move == position.to_move
        assert sorted(spoken(option.label) for option in state.actions) == sorted(told(position))
        if position.bidding or position.discarding:
            return
        assert state.store("TAKER") == position.taker
        for seat in range(3):
            assert set(self.cards(f"HAND {seat}")) == position.hands[seat]
            assert set(self.cards(f"HANDFUL {seat}")) == position.handfuls[seat]
            trick = [card for who, card in position.table if who == seat]
            assert self.cards(f"TRICK {seat}") == trick
        winners = rules.trick_winners(position.tricks, position.taker, position.slam)
        assert [state.store(f"TRICKS {seat}") for seat in range(3)] == [
            winners.count(seat) for seat in range(3)
        ]
        attack, defence, owed = rules.piles(position.tricks, position.taker, position.slam)
        assert state.store("OWED") == owed
        for place, pile in (("ATTACK", attack), ("DEFENCE", defence)):
            lies = self.cards(place)
            assert sorted(map(worth, lies)) == sorted(map(worth, pile))
            assert rules.BOUTS & set(lies) == rules.BOUTS & set(pile)

    def _compare_end(self) -> None:
        self.totals = [a + b for a, b in zip(self.totals, self.position.scores, strict=True)]
        assert sum(self.totals) == 0
        assert [self.state.store(f"SCORE {seat}") for seat in range(3)] == self.totals
        if self.position.contract is not None:
            attack, defence = self.position.counted
            assert rules.halves(attack) + rules.halves(defence) == 182
            self.deals -= 1
        assert self.state.over == (self.deals == 0)
        if self.state.over:
            assert list(self.state.scores) == self.totals
            attack, defence = self.cards("ATTACK"), self.cards("DEFENCE")
            assert sorted(attack + defence) == sorted(rules.DECK)
            assert rules.halves(attack) == self.state.store("HALVES")
            assert rules.halves(attack) + rules.halves(defence) == 182


def worth(card: str) -> int:
    """The half points of one card."""
    return rules.halves([card])


def begun(deal: Deal, **parameters: Any) -> Any:
    """The engine's first state of a deal.

    Without an auction the taker, North, has the dog in hand when first asked.
    """
    if parameters.get("AUCTION") == "NO":
        deal = {place: deal[place] for place in ("HAND 1", "HAND 2")}
    return kibitz.load("tarot", **parameters).new(deal=deal)


def seated(deal: Deal, *before: str, **parameters: Any) -> Table:
    """The engine and the plain rules after some decisions on a given deal."""
    table = Table(begun(deal, **parameters), **parameters)
    for action in before:
        table.step(action)
    return table


def options(*before: str) -> list[str]:
    """What the engine offers after some cards of the deal made for the obligations."""
    table = seated(OBLIGATIONS, *CONTRE, *before, SLAM="NO")
    offered = told(table.position)
    return sorted(
        (offered[spoken(option.label)] for option in table.state.actions), key=rules.DECK.index
    )


# The cards and the scores


def test_the_plain_rules_do_as_their_examples_say() -> None:
    assert doctest.testmod(rules).failed == 0


def test_there_are_78_cards_and_182_half_points() -> None:
    assert len(set(rules.DECK)) == len(kibitz.load("tarot").cards) == 78
    assert rules.halves(rules.DECK) == 182


def test_the_four_examples_of_the_rules() -> None:
    assert rules.settle("garde", 99, 2) == (136, -68, -68)
    assert rules.settle("prise", 81, 2) == (-52, 26, 26)
    assert rules.settle("gardesans", 94, 3, petit=1, poignees=[13]) == (408, -204, -204)
    assert rules.settle("garde", 82 + 6, 2, petit=-1) == (72, -36, -36)


def test_a_poignee_goes_to_the_side_that_wins_the_deal() -> None:
    assert rules.settle("garde", 82, 2, poignees=[18]) == (180, -90, -90)
    assert rules.settle("garde", 80, 2, poignees=[18]) == (-184, 92, 92)


def test_the_chelem() -> None:
    assert [rules.chelem_bonus(announced, 24) for announced in (True, False)] == [400, 200]
    assert [rules.chelem_bonus(announced, 23) for announced in (True, False)] == [-200, 0]
    assert rules.chelem_bonus(False, 0) == -200


def test_scores_add_up_to_nothing() -> None:
    cases = itertools.product(rules.MULTIPLIER, range(183), range(4), (-1, 0, 1))
    for contract, halves, bouts, petit in cases:
        assert sum(rules.settle(contract, halves, bouts, petit, [13, 15])) == 0


@pytest.mark.parametrize(("title", "truth"), examples())
def test_an_example_played_out_is_scored_as_it_should_be(title: str, truth: Truth) -> None:
    table = seated(truth.deal, *truth.before, **truth.parameters)
    [last] = table.position.actions
    table.step(last)
    assert table.state.over
    assert tuple(table.state.scores) in truth.endings
    best = max(table.state.scores)
    assert [rank == min(table.state.ranks) for rank in table.state.ranks] == [
        score == best for score in table.state.scores
    ]


# The auction and the dog


def test_a_bid_must_be_higher_and_everybody_speaks_once() -> None:
    table = seated(rules.EXAMPLE)
    assert [option.label for option in table.state.actions] != []
    assert list(told(table.position)) == ["pass", "prise", "garde", "gardesans", "gardecontre"]
    table.step("garde")
    assert table.position.actions == ("pass", "gardesans", "gardecontre")
    table.step("gardesans")
    table.step("pass")
    assert table.state.store("TAKER") == 1
    assert table.state.store("CONTRACT") == 3


def test_when_all_pass_the_next_dealer_deals() -> None:
    table = seated(rules.EXAMPLE, "pass", "pass", "pass", PETITSEC="NO")
    assert table.state.to_move == 1
    assert table.state.store("CONTRACT") == 0
    assert [len(table.cards(f"HAND {seat}")) for seat in range(3)] == [24, 24, 24]


def test_the_taker_plays_against_the_rest() -> None:
    for taker in range(3):
        bids = ["prise" if seat == taker else "pass" for seat in range(3)]
        state = seated(rules.EXAMPLE, *bids).state
        others = frozenset(range(3)) - {taker}
        assert [frozenset(team) for team in state.teams] == [frozenset({taker}), others]


def test_a_petit_sec_voids_the_deal() -> None:
    hands = {seat: rules.EXAMPLE[f"HAND {seat}"].split() for seat in range(3)}
    trumps = ["T4", "T7", "T10", "T13", "T16"]
    plain = ["2H", "5H", "8H", "JH", "KH"]
    hands[0] = [card for card in hands[0] if card not in trumps] + plain
    hands[1] = [card for card in hands[1] if card not in plain] + trumps
    deal = {f"HAND {seat}": " ".join(hand) for seat, hand in hands.items()}
    deal["DOG"] = rules.EXAMPLE["DOG"]
    assert rules.petit_sec(hands[0])
    kept = kibitz.load("tarot", PETITSEC="NO").new(deal=deal)
    assert kept.to_move == 0
    assert set(kept.cards("HAND 0")) == set(hands[0])
    with pytest.raises(kibitz.KibitzError, match="does not come out of the rules"):
        kibitz.load("tarot").new(deal=deal)


def test_neither_kings_nor_bouts_nor_trumps_are_laid_aside() -> None:
    table = seated(rules.EXAMPLE, "garde", "pass", "pass")
    while table.position.discarding:
        for action in table.position.actions:
            assert rules.suit(action) not in "TE"
            assert action[0] != "K"
        table.step(table.position.actions[-1])
    assert len(table.cards("DISCARD 0")) == 6
    assert len(table.cards("HAND 0")) == 24


def test_the_dog_is_left_alone_in_a_garde_sans() -> None:
    for contract in ("gardesans", "gardecontre"):
        table = seated(rules.EXAMPLE, "pass", contract, *["pass"] * (contract == "gardecontre"))
        if contract == "gardesans":
            table.step("pass")
        assert set(table.cards("DOG")) == set(rules.EXAMPLE["DOG"].split())
        assert not table.cards("DISCARD 1")


# The obligations


def test_anything_may_be_led() -> None:
    assert len(options()) == 24


def test_who_can_must_follow_suit() -> None:
    assert options("1D") == ["10D", "JD", "CD", "QD", "KD"]


def test_who_cannot_follow_must_trump() -> None:
    assert options("1H") == ["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T15"]


def test_who_trumps_must_beat_the_trump_on_the_table() -> None:
    assert options("1H", "T5") == ["T8", "T9", "T10", "T11", "T12", "T13", "T14"]
    # also when trumps are led
    assert options("1D", "10D", "T8", "T12", "2D") == ["T15"]


def test_who_cannot_beat_it_plays_a_lower_trump() -> None:
    assert options("1H", "T15") == ["T8", "T9", "T10", "T11", "T12", "T13", "T14"]
    lower = ["T1", "T2", "T3", "T4", "T5", "T6", "T7"]
    assert options("1H", "T15", "T8", "1C", "CC", "1D", "QC", "EX", "2C")[:1] == ["KC"]
    assert options("1H", "T15", "T8", "10D", "T9", "1D", "T10", "2D") == lower


def test_without_suit_and_trumps_anything_goes() -> None:
    assert len(options("1D", "10D", "T8", "1S")) == 23


def test_the_excuse_may_be_played_at_any_time() -> None:
    diamonds = ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"]
    assert options("1H", "T1", "T8", "1S", "1D", "T2", "JD", "T9") == [*diamonds, "EX"]


def test_after_an_excuse_led_the_next_card_sets_the_suit() -> None:
    assert len(options("EX")) == 24
    assert options("EX", "1C") == ["CC", "QC", "KC"]
    assert options("EX", "10D") == ["T8", "T9", "T10", "T11", "T12", "T13", "T14"]


def test_the_excuse_is_paid_for_when_its_side_has_a_card_to_pay_with() -> None:
    table = seated(OBLIGATIONS, *CONTRE, "EX", "1C", "CC", SLAM="NO")
    assert table.state.store("OWED") == 1
    assert table.cards("ATTACK") == ["EX"]
    assert sorted(table.cards("DEFENCE")) == ["1C", "CC"]


# Everything together


@pytest.mark.parametrize("truth", truths("tarot"))
def test_the_engine_and_the_plain_rules_count_what_the_truth_says(truth: Truth) -> None:
    table = seated(truth.deal, *truth.before, **truth.parameters)
    depth = len(truth.counts)
    assert census(table.position, depth) == (truth.counts, truth.endings)
    assert census(table.state, depth) == (truth.counts, truth.endings)


def test_the_plain_rules_count_alike_in_two_ways() -> None:
    position = rules.start(rules.EXAMPLE)
    assert rules.perft(position, 2) == census(position, 2)[0]


VARIANTS: list[Parameters] = [
    {},
    {"AUCTION": "NO"},
    {"SLAM": "NO", "PETITSEC": "NO"},
    {"AUCTION": "NO", "SLAM": "NO"},
    {"DEALS": 3},
    {"DEALS": 3, "AUCTION": "NO", "PETITSEC": "NO", "SLAM": "NO"},
]


def wildly(position: rules.Position, rng: random.Random) -> str:
    """Any action, but poignées often."""
    sizes = [action for action in position.actions if action.isdigit()]
    return rng.choice(sizes if sizes and rng.random() < 0.5 else position.actions)


def greedily(position: rules.Position, rng: random.Random) -> str:
    """High cards first, the petit and the Excuse last: chelems and petits au bout."""
    if not position.asking.startswith("play") or rng.random() < 0.05:
        return wildly(position, rng)

    def height(action: str) -> int:
        if action in ("EX", "T1"):
            return -2 if action == "EX" else -1
        if action.isdigit():
            return rng.choice((200, -3))
        return rules.height(action) + 100 * (rules.suit(action) == "T")

    return max(position.actions, key=height)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("policy", [wildly, greedily])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda v: " ".join(map(str, v.values())) or "-")
def test_the_engine_and_the_plain_rules_agree_at_every_step(
    variant: dict[str, Any], policy: Any, seed: int
) -> None:
    rng = random.Random(seed)
    words = {name: value for name, value in variant.items() if name != "DEALS"}
    for state in (
        kibitz.load("tarot", **variant).new(seed=seed),
        begun(tarot_deal(rng), **variant),
        begun(lopsided_deal(rng), **variant),
    ):
        table = Table(state, variant.get("DEALS", 1), **words)
        while not table.state.over:
            table.step(policy(table.position, rng))
