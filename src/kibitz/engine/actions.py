"""Actions: what a player decides, with a number that is the same wherever it can occur."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from kibitz.engine.buffers import BUFFERS
from kibitz.recycle.choices import Clause, Pick, Verb, depends
from kibitz.recycle.labels import filled
from kibitz.recycle.prelude import LIMITS
from kibitz.recycle.tree import Binding, Node, walk

if TYPE_CHECKING:
    from kibitz.engine.game import Game

__all__ = ["Action", "Namer", "action_name"]

LIMIT = 1 << 31
LOG_AT = 16 + 2 * LIMITS["picks"]


@dataclass(frozen=True, slots=True)
class Action:
    """A decision: play the queen of hearts, guess 2, pass.

    `id` is dense (below `game.action_count`) where all that is picked are single cards, small
    numbers, names or seats, and a 62-bit key otherwise. `label` is for people, `text` the same in
    plain letters, as a person would type it.

    >>> action = kibitz.load("agram").new(seed=1).actions[0]
    >>> action.label, action.text, action.cards
    ('play 3♠', 'play 3S', ('3S',))
    """

    id: int
    label: str
    text: str
    cards: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.label


Picked = tuple[int | tuple[int, ...] | None, ...]
"""What was picked for each pick of a verb: a number, the cards of a group, or nothing."""


class Namer:
    """Turns options into actions. One for each game; remembers what it has named."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = game.sheet.words
        self._known: dict[int, dict[int, Action]] = {}
        # Actions by position and code, where a code always means the same.
        self._apart: set[int] = set()
        # Positions at which all actions known so far have texts that differ.
        self._numbered: dict[tuple[int, str], Action | None] = {}

    def actions(
        self, numbers: array[int], codes: array[int], scratch: array[int]
    ) -> tuple[Action, ...]:
        """The actions of the options with these codes, in a state of these numbers."""
        position = numbers[0]
        known = self._known.get(position)
        if known is not None:
            try:
                listed = tuple([known[code] for code in codes])
            except KeyError:
                pass
            else:
                return listed if position in self._apart else self._told_apart(listed)
        emitted = self.game.emitted
        choice = emitted.choices[position]
        subset = emitted.subsets.get(position)
        clauses = choice.kinds
        named: dict[int, Action] = {}
        for code in codes:
            clause, pick = clauses[code % len(clauses)], code // len(clauses)
            if subset is not None:
                clause, pick = subset, code
            if not clause.plain:
                self.game.functions["describe"](numbers, code, scratch, BUFFERS.work)
            variant = 0
            while True:
                action = (
                    self._plain(clause, pick, variant)
                    if clause.plain
                    else self._general(clause, BUFFERS.work, variant)
                )
                if action.id not in named:
                    break
                variant += 1
            named[action.id] = action
            if known is None and clause.plain and all(c.verb.variants == 1 for c in clauses):
                known = self._known.setdefault(position, {})
            if known is not None:
                known[code] = action
        if known is not None:
            differ = len({action.text for action in known.values()}) == len(known)
            (self._apart.add if differ else self._apart.discard)(position)
        return self._told_apart(tuple(named.values()))

    def _told_apart(self, actions: tuple[Action, ...]) -> tuple[Action, ...]:
        """Actions with labels that differ, also those that differ in what cannot be picked."""
        if len({action.text for action in actions}) == len(actions):
            return actions
        seen: dict[str, int] = {}
        apart = []
        for action in actions:
            seen[action.text] = number = seen.get(action.text, 0) + 1
            if number > 1:
                action = replace(
                    action, label=f"{action.label} ({number})", text=f"{action.text} ({number})"
                )
            apart.append(action)
        return tuple(apart)

    def _plain(self, clause: Clause, pick: int, variant: int) -> Action:
        """The action of an option with one pick, or none."""
        verb = clause.verb
        value = pick - LIMIT if verb.picks and verb.picks[0].kind == "number" else pick
        return self._named(verb, (value,) if verb.picks else (), variant, label=clause.label)

    def _general(self, clause: Clause, log: array[int], variant: int) -> Action:
        """The action of an option whose picks were written down."""
        picked: list[int | tuple[int, ...] | None] = [None] * len(clause.verb.picks)
        repeated: list[int | tuple[int, ...]] = []
        at = LOG_AT
        while at < LOG_AT + log[6]:
            number, value = log[at], log[at + 1]
            at += 2
            chosen: int | tuple[int, ...] = value
            if clause.verb.picks[number].kind == "group":
                chosen = tuple(log[at : at + value])
                at += value
            if picked[number] is not None:
                repeated.append(chosen)
            else:
                picked[number] = chosen
        return self._named(clause.verb, tuple(picked), variant, repeated, clause.label)

    def by_number(self, number: int, label: str = "") -> Action | None:
        """The action with a dense number, which the rules may have a label for; None for a key,
        which tells nothing of what it means."""
        known = number, label
        if known not in self._numbered:
            self._numbered[known] = self._of_number(number, label)
        return self._numbered[known]

    def _of_number(self, number: int, label: str) -> Action | None:
        for verb in self.game.emitted.verbs:
            if not 0 <= number - verb.base < verb.size * verb.variants:
                continue
            variant, index = divmod(number - verb.base, verb.size)
            several = len(verb.picks) > 1
            picked: list[int | None] = []
            for pick in reversed(verb.picks):
                index, value = divmod(index, pick.room + several)
                picked.append(None if several and value == 0 else value - several)
            return self._named(verb, tuple(reversed(picked)), variant, label=label)
        return None

    # --- numbers ------------------------------------------------------------------------------

    def _number(
        self,
        verb: Verb,
        picked: Picked,
        variant: int,
        repeated: Sequence[int | tuple[int, ...]],
    ) -> int:
        """Dense where it can be, else a key, which no other action has."""
        index = 0
        several = len(verb.picks) > 1
        dense = verb.size > 0 and variant < verb.variants and not repeated
        for pick, value in zip(verb.picks, picked, strict=True):
            index *= pick.room + several
            if isinstance(value, int):
                dense &= 0 <= value < pick.room
                index += value + several
            else:
                dense &= value is None and several
        if dense:
            return verb.base + variant * verb.size + index
        data = repr((verb.text, picked, variant, list(repeated))).encode()
        return int.from_bytes(blake2b(data, digest_size=8).digest()) >> 3 | 1 << 61

    def _named(
        self,
        verb: Verb,
        picked: Picked,
        variant: int,
        repeated: Sequence[int | tuple[int, ...]] = (),
        label: str = "",
    ) -> Action:
        number = self._number(verb, picked, variant, repeated)
        shown = self._label(verb, picked, True, label)
        text = self._label(verb, picked, False, label)
        for extra in repeated:
            shown += " " + self._cards(extra, True)
            text += " " + self._cards(extra, False)
        cards: list[str] = []
        numbers: list[int] = []
        for pick, value in zip(verb.picks, picked, strict=True):
            if pick.kind == "number" and isinstance(value, int):
                numbers.append(value)
            elif pick.kind in ("card", "group") and value is not None:
                members = (value,) if isinstance(value, int) else value
                cards += [self.game.cards[c].text for c in members if 0 <= c < len(self.game.cards)]
        return Action(number, shown, text, tuple(cards), tuple(numbers))

    # --- words --------------------------------------------------------------------------------

    def words_for(self, verb: Verb, label: str = "") -> str:
        """What actions of a verb are called, whatever is picked: `play`, `guess`."""
        unsaid = {pick.binding: "" for pick in verb.picks}
        effect = self._most_telling(verb, (0,) * len(verb.picks))
        said = filled(label, ()) if label else self._phrase(effect, unsaid, {})
        return " ".join(said.split()).removesuffix(" to")

    def picked_by(self, label: str, kept: Sequence[tuple[str, int]]) -> list[str] | None:
        """What was picked for a label, by the stores that were set at once, and to what; None if
        they do not tell."""
        for verb in self._labelled(label):
            said, own = [], dict(kept[: len(verb.effects)])
            for pick in verb.picks:
                setting = (e for e in verb.effects if e.op in ("set_int", "set_str"))
                about = next((_name_of(e) for e in setting if depends(e, pick.binding)), "")
                if about not in own or pick.kind not in ("number", "name", "player"):
                    break
                said.append(self._member(pick, own[about], symbols=True))
            else:
                return said
        return None

    def _labelled(self, label: str) -> Iterator[Verb]:
        """The verbs of the clauses that are called so."""
        for choice in self.game.emitted.choices.values():
            for clause in choice.kinds:
                if clause.label == label:
                    yield clause.verb

    def _label(self, verb: Verb, picked: Picked, symbols: bool, label: str) -> str:
        """What the rules call it; or the most telling effect in words, and whatever was picked that
        it does not tell."""
        said = {
            pick.binding: self._member(pick, value, symbols)
            for pick, value in zip(verb.picks, picked, strict=True)
        }
        if label:
            return filled(label, list(filter(None, said.values())))
        untold = dict(said)
        phrase = self._phrase(self._most_telling(verb, picked), said, untold)
        return " ".join([phrase, *filter(None, untold.values())])

    def _phrase(self, effect: Node, said: Mapping[Binding, str], untold: dict[Binding, str]) -> str:
        """An effect in words: the sheet's, or plain ones. What it tells is no longer untold."""

        def shown(node: Node) -> str:
            if node.op == "var" and node.var in said:
                untold.pop(node.bound, None)
                return said[node.bound]
            if node.op == "num":
                return str(node.value)
            return self._word(node.text) if node.op == "name" else ""

        name = _name_of(effect)
        setting = effect.op in ("set_int", "set_str")
        what = shown(effect.args[1]) if setting else next(filter(None, map(shown, effect.args)), "")
        if not what:
            what = " ".join(filter(None, said.values()))
            untold.clear()
        if name in self.words:
            return self.words[name].format(what)
        about = name.lower()
        if effect.op == "pass":
            return "pass"
        if effect.traits.puts:
            return f"{what or _origin(effect)} to {about}"
        if setting:
            return f"{about} {what}".strip()
        if effect.op in ("inc", "dec"):
            sign = "+" if effect.op == "inc" else "-"
            return f"{about} {sign}{shown(effect.args[1]) or 'some'}"
        if effect.op == "cycle":
            return f"{effect.value} player {what}".strip()
        return f"{effect.op.replace('_', ' ')} {about or what}".strip()

    def _most_telling(self, verb: Verb, picked: Picked) -> Node:
        """The effect an action is called after: one of those its picks make, if it made any."""
        made = [p.binding for p, v in zip(verb.picks, picked, strict=True) if v is not None]
        missing = [p.binding for p, v in zip(verb.picks, picked, strict=True) if v is None]
        done = [e for e in verb.effects if not any(depends(e, b) for b in missing)]
        own = [e for e in done if any(depends(e, b) for b in made)]
        direct = [e for e in own if any(_is_operand(e, b) for b in made)]
        effects = direct or own or done or list(verb.effects)
        named = next((e for e in effects if _name_of(e) in self.words), None)
        return named or min(effects, key=_telling)

    def _member(self, pick: Pick, value: int | tuple[int, ...] | None, symbols: bool) -> str:
        game = self.game
        if value is None:
            return ""
        if pick.kind in ("card", "group"):
            return self._cards(value, symbols)
        assert isinstance(value, int)
        if pick.kind == "name":
            return self._word(game.name_list[value])
        if pick.kind == "player":
            return game.seats[value]
        if pick.kind == "team":
            return f"team {value}"
        if pick.kind == "place":
            return game.place_names[value].lower()
        return str(value)

    def _word(self, name: str) -> str:
        return self.game.sheet.names.get(name, name.lower())

    def _cards(self, value: int | tuple[int, ...], symbols: bool) -> str:
        game = self.game
        if isinstance(value, tuple):
            return " ".join(self._cards(card, symbols) for card in value) or "nothing"
        if value < 0:
            place, position = divmod(-1 - value, 1024)
            return f"card {position + 1} of {game.place_names[place].lower()}"
        if value >= len(game.cards):
            return "nothing"
        face = game.cards[value]
        return (face.symbol if symbols else face.text) + face.mark


def action_name(verb: Verb) -> str:
    """A verb for programs: what it is about and, if it has no pick, what it says: `BID_PASS`."""
    effect = min(verb.effects, key=_telling)
    said = [] if verb.picks else [str(a.value) for a in effect.args if a.traits.literal]
    return "_".join([_name_of(effect), *said])


def _is_operand(effect: Node, binding: Binding) -> bool:
    """Whether an effect is done with the picked thing itself."""
    whose = [arg.args[0] for arg in effect.args if arg.op in ("store", "points")]
    return any(arg.means(binding) for arg in (*effect.args, *whose))


def _telling(effect: Node) -> int:
    order = ("move", "pass", "set_int", "set_str", "remember", "swap_cards", "inc", "dec", "cycle")
    return order.index(effect.op) if effect.op in order else len(order)


def _name_of(effect: Node) -> str:
    """The place or store an effect is about."""
    if effect.op == "pass":
        return "PASS"
    if effect.traits.puts:
        place = effect.args[1].args[0]
        while place.stands_for is not None:
            place = place.stands_for
        return str(place.args[1].value or "") if place.traits.keeps else ""
    if effect.args and effect.args[0].op in ("store", "points"):
        return str(effect.args[0].args[1].value or "")
    return ""


def _origin(effect: Node) -> str:
    """A card nobody picked, by where it comes from: "stock card"."""
    names = [n.said for n in walk(effect.args[0]) if n.op == "place" and n.said is not None]
    return f"{names[0].lower()} card" if names else "card"
