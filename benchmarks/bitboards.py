"""Agram and Oh Hell by hand: bitboards under Numba, no rules engine. The practical limit.

    python benchmarks/bitboards.py

checks them against plain rules and says how fast they are. What makes them fast:

- A hand is one 64-bit word, sixteen bits for each suit, the higher card the higher bit. Following
  suit is a mask, and cards compare as numbers once those that cannot win are masked out.
- A game has no branch that depends on its cards, so the processor never guesses wrong: what is
  legal, who wins and turning the table to the winner are conditional moves (`either`).
- The hands lie in four registers, the leader's first: there is no array to index.
- A random word is used up digit by digit: index and rest are the halves of its product with the
  number of options. One word does for all decisions of a game, and no option is more than a
  millionth more or less likely than it should be.
- The n-th card of a hand is one instruction, `pdep`, where the processor has it (BMI2), and so is
  dealing three (Agram) or five (Oh Hell) of the cards left: any such set of places, from a table.

`agram_plain` is the same game written without such art, but for `pdep`: an array of hands, a random
word for each card dealt and each decision. It has half the speed, without `pdep` an eighth. (Two
games of Agram side by side in one loop would be faster by a third; one at a time is fair.)
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types, uint64
from numba.core import cgutils
from numba.extending import intrinsic

__all__ = ["agram", "agram_plain", "check", "oh_hell", "oh_hell_rollouts", "warm_up"]

NIL, ONE, TWO, THREE = (np.uint64(number) for number in range(4))
LANE, LANES = np.uint64(0xFFFF), np.uint64(48)
"""The lowest suit, and which bits of a card's number say how far up its own is."""

AGRAM_DECK = np.uint64(0x01FF_01FF_01FF_00FF)
"""Three to ten and ace; the lowest suit, spades, has no ace."""

AGRAM_WAYS = [np.uint64(ways) for ways in (6545, 4960, 3654, 2600, 1771, 1140, 680, 364)]
W35, W32, W29, W26, W23, W20, W17, W14 = AGRAM_WAYS
"""How many ways there are to draw three cards out of 35, of 32, ..., of 14."""

OH_HELL_DECK = np.uint64(0x001F_001F_001F_001F)
V20, V15, V10 = (np.uint64(ways) for ways in (15504, 3003, 252))
"""The same for five cards of 20, of 15, of 10."""

TRUMPS = np.uint64(0x001F_0000_0000_0000)
FIVE, SIX, BYTE = np.uint64(5), np.uint64(6), np.uint64(255)
SUITS, LANE_BITS, WORD_BITS = np.uint64(4), np.uint64(16), np.uint64(64)
STEP, TWIST = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)
"""The constants of wyrand, the random generator."""

POSITIONS = 16
"""How many dealt positions rollouts start from."""

HAS_PDEP = bool(binding.get_host_cpu_features().get("bmi2", False))


def _sets(cards: int, size: int) -> Any:
    """All sets of so many cards, as words in ascending order: first those of the lowest cards."""
    words = (sum(1 << card for card in some) for some in itertools.combinations(range(cards), size))
    return np.array(sorted(words), dtype=np.uint64)


THREES = _sets(35, 3)
FIVES = _sets(20, 5)


# Instructions Numba has no name for.


@intrinsic
def popcount(context, word):
    """How many bits are set."""

    def emit(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), emit


@intrinsic
def trailing(context, word):
    """How many zeros there are below the lowest bit set; the word must not be 0."""

    def emit(context, builder, signature, args):
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), emit


@intrinsic
def times(context, a, b):
    """The high and the low word of a product."""

    def emit(context, builder, signature, args):
        word, wide = ir.IntType(64), ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return context.make_tuple(
            builder, signature.return_type, (high, builder.trunc(product, word))
        )

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), emit


@intrinsic
def either(context, condition, a, b):
    """`a if condition else b`, never as a branch."""

    def emit(context, builder, signature, args):
        chosen = builder.select(*args)
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.uint64(types.boolean, types.uint64, types.uint64), emit


@intrinsic
def pdep(context, bits, mask):
    """The instruction of that name; see `deposit`."""

    def emit(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        name = "llvm.x86.bmi.pdep.64"
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), args)

    return types.uint64(types.uint64, types.uint64), emit


@njit
def deposit_slowly(bits, mask):
    """What `pdep` does, for processors that cannot."""
    result = NIL
    while bits:
        low = mask & (~mask + ONE)
        result |= low * (bits & ONE)
        mask ^= low
        bits >>= ONE
    return result


if HAS_PDEP:

    @njit
    def deposit(bits, mask):
        """Spread the lowest bits over the places where the mask has ones: a set of its cards."""
        return pdep(bits, mask)

else:
    deposit = deposit_slowly


# The table.


@njit
def word(state):
    """The random word of a state."""
    high, low = times(state, state ^ TWIST)
    return high ^ low


@njit
def pick(legal, luck):
    """One of the legal cards, and the luck that is left."""
    index, luck = times(luck, popcount(legal))
    return deposit(ONE << index, legal), luck


@njit
def answer(hand, suit, luck):
    """A card of the suit, or any if the hand has none of it."""
    legal = hand & suit
    return pick(either(legal != NIL, legal, hand), luck)


@njit
def suit_of(card):
    """All cards of this card's suit."""
    return LANE << (trailing(card) & LANES)


@njit
def best_of(p, q, r, s):
    """Which of four cards is the highest, 0 to 3."""
    second, fourth = q > p, s > r
    left, right = either(second, q, p), either(fourth, s, r)
    return either(right > left, either(fourth, THREE, TWO), either(second, ONE, NIL))


@njit
def turn(a, b, c, d, by):
    """The four hands from that of the winner on."""
    two, one = (by & TWO) != NIL, (by & ONE) != NIL
    a, b, c, d = either(two, c, a), either(two, d, b), either(two, a, c), either(two, b, d)
    return either(one, b, a), either(one, c, b), either(one, d, c), either(one, a, d)


# Agram.


@njit
def draw_three(stock, ways, luck):
    index, luck = times(luck, ways)
    cards = deposit(THREES[index], stock)
    return cards, stock ^ cards, luck


@njit
def agram_deal(state):
    """Four hands of six cards; takes three random words."""
    luck = word(state)
    a, stock, luck = draw_three(AGRAM_DECK, W35, luck)
    more, stock, luck = draw_three(stock, W32, luck)
    b, stock, luck = draw_three(stock, W29, luck)
    a |= more
    luck = word(state + STEP)
    more, stock, luck = draw_three(stock, W26, luck)
    c, stock, luck = draw_three(stock, W23, luck)
    b |= more
    more, stock, luck = draw_three(stock, W20, luck)
    c |= more
    luck = word(state + STEP + STEP)
    d, stock, luck = draw_three(stock, W17, luck)
    more, stock, luck = draw_three(stock, W14, luck)
    return a, b, c, d | more


@njit
def play_agram(games, seed, wins):
    state = uint64(seed)
    for _ in range(games):
        a, b, c, d = agram_deal(state)
        luck = word(state + STEP + STEP + STEP)
        state += STEP + STEP + STEP + STEP
        leader = NIL
        for _ in range(5):
            p, luck = pick(a, luck)
            suit = suit_of(p)
            q, luck = answer(b, suit, luck)
            r, luck = answer(c, suit, luck)
            s, luck = answer(d, suit, luck)
            winner = best_of(p, q & suit, r & suit, s & suit)
            a, b, c, d = turn(a ^ p, b ^ q, c ^ r, d ^ s, winner)
            leader += winner
        suit = suit_of(a)
        leader += best_of(a, b & suit, c & suit, d & suit)
        wins[leader & THREE] += 1
    return games * 24


@njit
def play_agram_plainly(games, seed, wins):
    state = uint64(seed)
    hands = np.zeros(4, np.uint64)
    for _ in range(games):
        stock, left = AGRAM_DECK, np.uint64(35)
        for seat in range(4):
            hand = NIL
            for _ in range(6):
                state += STEP
                card = deposit(ONE << times(word(state), left)[0], stock)
                stock ^= card
                hand |= card
                left -= ONE
            hands[seat] = hand
        leader = NIL
        for _ in range(6):
            suit, best, winner = NIL, NIL, leader
            for place in range(4):
                seat = (leader + np.uint64(place)) & THREE
                hand = hands[seat]
                legal = hand & suit
                if not legal:
                    legal = hand
                state += STEP
                card = deposit(ONE << times(word(state), popcount(legal))[0], legal)
                hands[seat] = hand ^ card
                if place == 0:
                    suit = suit_of(card)
                if card & suit > best:
                    best, winner = card & suit, seat
            leader = winner
        wins[leader] += 1
    return games * 24


# Oh Hell: Boeren Bridge, one round of five cards.


@njit
def draw_five(stock, ways, luck):
    index, luck = times(luck, ways)
    return deposit(FIVES[index], stock), luck


@njit
def turned(hand, trump):
    """The hand with trumps as the highest suit; the order of the others does not matter."""
    up = (THREE - trump) * LANE_BITS
    return hand << up | hand >> ((WORD_BITS - up) & np.uint64(63))


@njit
def oh_hell_deal(state):
    """Four hands of five cards, a trump suit drawn; takes one random word."""
    luck = word(state)
    a, luck = draw_five(OH_HELL_DECK, V20, luck)
    b, luck = draw_five(OH_HELL_DECK ^ a, V15, luck)
    c, luck = draw_five(OH_HELL_DECK ^ a ^ b, V10, luck)
    d = OH_HELL_DECK ^ a ^ b ^ c
    trump, luck = times(luck, SUITS)
    return turned(a, trump), turned(b, trump), turned(c, trump), turned(d, trump)


@njit
def oh_hell_guesses(luck):
    """What the four guess, a byte each, and the number of decisions; the dealer sits last.

    He changes his guess by one, up or down, if they add up to the number of tricks; it is one more
    decision where both are possible.
    """
    a, luck = times(luck, SIX)
    b, luck = times(luck, SIX)
    c, luck = times(luck, SIX)
    d, luck = times(luck, SIX)
    change = a + b + c + d == FIVE
    free = change & (d != NIL) & (d != FIVE)
    up, luck = times(luck, either(free, TWO, ONE))
    up = either(d == NIL, ONE, up)
    d = either(change, d + up + up - ONE, d)
    guesses = a | b << np.uint64(8) | c << np.uint64(16) | d << np.uint64(24)
    return guesses, either(free, FIVE, SUITS), luck


@njit
def oh_hell_tricks(a, b, c, d, luck):
    """Play five tricks; how many each seat won, a byte each."""
    leader = won = NIL
    for _ in range(4):
        p, luck = pick(a, luck)
        suit = suit_of(p)
        q, luck = answer(b, suit, luck)
        r, luck = answer(c, suit, luck)
        s, luck = answer(d, suit, luck)
        suit |= TRUMPS
        winner = best_of(p, q & suit, r & suit, s & suit)
        a, b, c, d = turn(a ^ p, b ^ q, c ^ r, d ^ s, winner)
        leader = (leader + winner) & THREE
        won += ONE << (leader << THREE)
    suit = suit_of(a) | TRUMPS
    leader = (leader + best_of(a, b & suit, c & suit, d & suit)) & THREE
    return won + (ONE << (leader << THREE))


@njit
def oh_hell_score(guesses, won, seat):
    """Ten and two a trick for an exact guess; otherwise two lost for each trick off."""
    shift = np.uint64(8 * seat)
    guess, tricks = np.int64(guesses >> shift & BYTE), np.int64(won >> shift & BYTE)
    return 10 + 2 * tricks if guess == tricks else -2 * abs(guess - tricks)


@njit
def play_oh_hell(games, seed, totals):
    state = uint64(seed)
    decisions = NIL
    north = east = south = west = 0
    for _ in range(games):
        a, b, c, d = oh_hell_deal(state)
        guesses, made, luck = oh_hell_guesses(word(state + STEP))
        state += STEP + STEP
        won = oh_hell_tricks(a, b, c, d, luck)
        decisions += made
        north += oh_hell_score(guesses, won, 0)
        east += oh_hell_score(guesses, won, 1)
        south += oh_hell_score(guesses, won, 2)
        west += oh_hell_score(guesses, won, 3)
    totals[0], totals[1], totals[2], totals[3] = north, east, south, west
    return np.int64(decisions) + games * 20


@njit
def roll_out_oh_hell(games, seed, positions, totals):
    state = uint64(seed)
    north = east = south = west = 0
    for i in range(len(positions)):
        a, b, c, d, guesses = positions[i]
        for _ in range(games * i // len(positions), games * (i + 1) // len(positions)):
            won = oh_hell_tricks(a, b, c, d, word(state))
            state += STEP
            north += oh_hell_score(guesses, won, 0)
            east += oh_hell_score(guesses, won, 1)
            south += oh_hell_score(guesses, won, 2)
            west += oh_hell_score(guesses, won, 3)
    totals[0], totals[1], totals[2], totals[3] = north, east, south, west
    return games * 20


@njit
def oh_hell_positions(positions, seed):
    state = uint64(seed)
    for i in range(len(positions)):
        a, b, c, d = oh_hell_deal(state)
        guesses, _, _ = oh_hell_guesses(word(state + STEP))
        state += STEP + STEP
        hands = positions[i]
        hands[0], hands[1], hands[2], hands[3], hands[4] = a, b, c, d, guesses


# What others call.


def agram(games: int, seed: int = 1) -> int:
    """Play games of Agram, four players with six cards; the number of decisions."""
    return int(play_agram(games, seed, np.zeros(4, np.int64)))


def agram_plain(games: int, seed: int = 1) -> int:
    """The same as one writes it at first."""
    return int(play_agram_plainly(games, seed, np.zeros(4, np.int64)))


def oh_hell(games: int, seed: int = 1) -> int:
    """Play rounds of Boeren Bridge, four players with five cards; the number of decisions."""
    return int(play_oh_hell(games, seed, np.zeros(4, np.int64)))


def oh_hell_rollouts(games: int, seed: int = 1) -> int:
    """The same from positions already dealt, after the guesses."""
    positions = np.zeros((POSITIONS, 5), np.uint64)
    oh_hell_positions(positions, seed)
    return int(roll_out_oh_hell(games, seed, positions, np.zeros(4, np.int64)))


def warm_up() -> None:
    """Compile everything."""
    for play in (agram, agram_plain, oh_hell, oh_hell_rollouts):
        play(1)


# Plain rules with lists of cards, given the same luck.


class Luck:
    """Random words and their digits, as the kernels use them."""

    def __init__(self, seed: int) -> None:
        self.state, self.rest, self.options = seed, 0, []

    def renew(self) -> None:
        self.rest = self.state * (self.state ^ int(TWIST))
        self.rest = (self.rest >> 64) ^ (self.rest & (1 << 64) - 1)
        self.state = (self.state + int(STEP)) & (1 << 64) - 1

    def digit(self, ways: int) -> int:
        index, self.rest = divmod(self.rest * ways, 1 << 64)
        return index

    def choose(self, options: list[Any]) -> Any:
        """A decision."""
        self.options.append(len(options))
        return options[self.digit(len(options))]

    def draw(self, stock: list[Any], size: int) -> list[Any]:
        """So many of the cards; they are taken out of the stock."""
        ways = sorted(itertools.combinations(range(len(stock)), size), key=lambda some: some[::-1])
        places = ways[self.digit(len(ways))]
        return [stock.pop(place) for place in reversed(places)]


Card = tuple[int, int]
"""Suit and rank."""


def trick(
    hands: list[list[Card]], leader: int, luck: Luck, order: Callable[[Card], Any], trump: int = -1
) -> int:
    """Play a trick; who won it."""
    lead, best, winner = -1, (False, -1), -1
    for place in range(4):
        seat = (leader + place) % 4
        hand = sorted(hands[seat], key=order)
        card = luck.choose([card for card in hand if card[0] == lead] or hand)
        hands[seat].remove(card)
        if place == 0:
            lead = card[0]
        if card[0] in (lead, trump) and (card[0] == trump, card[1]) > best:
            best, winner = (card[0] == trump, card[1]), seat
    return winner


def agram_by_rules(luck: Luck) -> int:
    """Who wins a game of Agram."""
    stock = [(suit, rank) for suit in range(4) for rank in range(9) if (suit, rank) != (0, 8)]
    parts = []
    for size in (3, 3, 2):
        luck.renew()
        parts += [luck.draw(stock, 3) for _ in range(size)]
    hands = [parts[i] + parts[i + 1] for i in (0, 2, 4, 6)]
    leader = 0
    luck.renew()
    for _ in range(6):
        leader = trick(hands, leader, luck, order=lambda card: card)
    return leader


def oh_hell_by_rules(luck: Luck, anew: Luck | None = None) -> list[int]:
    """The scores of a round of Boeren Bridge; the cards may be played with other luck."""
    luck.renew()
    stock = [(suit, rank) for suit in range(4) for rank in range(5)]
    hands = [luck.draw(stock, 5) for _ in range(4)]
    trump = luck.digit(4)
    luck.renew()
    guesses = [luck.choose(list(range(6))) for _ in range(4)]
    if sum(guesses) == 5:
        others = [guess for guess in (guesses[3] - 1, guesses[3] + 1) if 0 <= guess <= 5]
        guesses[3] = luck.choose(others) if len(others) > 1 else others[0]
    if anew is not None:
        luck = anew
        luck.renew()
    won = [0] * 4
    leader = 0
    for _ in range(5):
        # The kernel's order of suits: the trumps last, the others around the circle from there.
        leader = trick(
            hands, leader, luck, lambda card: ((card[0] - trump - 1) % 4, card[1]), trump
        )
        won[leader] += 1
    return [
        10 + 2 * tricks if tricks == guess else -2 * abs(tricks - guess)
        for tricks, guess in zip(won, guesses, strict=True)
    ]


def _seeds(count: int) -> Iterator[int]:
    return iter(range(1, 1_000_003 * count, 1_000_003))


def check(games: int = 500) -> None:
    """Play games one by one here and by plain rules, with the same luck: they end the same.

    The plain rules in turn are compared with the description of the game, by what random games
    are like: options, decisions, scores.
    """
    import kibitz

    for bits, mask in ((0b1, 0b100), (0b101, 0xF0F0), (0b1110, 0x8421_0842_1084), (0, 7)):
        expected = [place for place in range(64) if mask >> place & 1]
        spread = sum(1 << place for i, place in enumerate(expected) if bits >> i & 1)
        for spreading in (deposit, deposit_slowly):
            assert int(spreading(np.uint64(bits), np.uint64(mask))) == spread
    offered: list[int] = []
    for seed in _seeds(games):
        luck, wins = Luck(seed), np.zeros(4, np.int64)
        winner = agram_by_rules(luck)
        assert play_agram(1, seed, wins) == len(luck.options)
        assert list(wins) == [int(seat == winner) for seat in range(4)], seed
        offered += luck.options
    played = kibitz.load("agram").simulate(games)
    assert abs(sum(offered) / len(offered) - played.options_mean) < 0.1, "options in Agram"

    many, wins, plain = 200_000, np.zeros(4, np.int64), np.zeros(4, np.int64)
    play_agram(many, 1, wins)
    play_agram_plainly(many, 1, plain)
    assert np.abs(wins - plain).max() / many < 0.01, "winners of Agram"

    offered = []
    positions = np.zeros((1, 5), np.uint64)
    for seed in _seeds(games):
        luck, totals = Luck(seed), np.zeros(4, np.int64)
        scores = oh_hell_by_rules(luck)
        assert play_oh_hell(1, seed, totals) == len(luck.options), seed
        assert list(totals) == scores, seed
        offered += luck.options
        oh_hell_positions(positions, seed)
        roll_out_oh_hell(1, seed + 7, positions, totals)
        assert list(totals) == oh_hell_by_rules(Luck(seed), Luck(seed + 7)), seed
    played = kibitz.load("boerenbridge", FIRST=5, PEAK=5).simulate(games)
    assert abs(sum(offered) / len(offered) - played.options_mean) < 0.1, "options in Oh Hell"
    assert abs(len(offered) / games - played.decisions_mean) < 0.1, "decisions in Oh Hell"
    totals = np.zeros(4, np.int64)
    play_oh_hell(many, 1, totals)
    assert np.abs(totals / many - played.score_mean).max() < 1, "scores in Oh Hell"


def main() -> None:
    warm_up()
    check()
    print("checked; decisions a CPU-second:")
    for play in (agram, agram_plain, oh_hell, oh_hell_rollouts):
        speeds = []
        for seed in range(5):
            start = time.process_time()
            decisions = play(1_000_000, seed)
            speeds.append(decisions / (time.process_time() - start))
        print(f"{play.__name__:18}{sorted(speeds)[2] / 1e6:8.1f} M")


if __name__ == "__main__":
    main()
