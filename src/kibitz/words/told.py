"""What happened, in words, as one observer saw it.

The events of an observation are taken one decision at a time: what the player did, then what
followed from it, then how the numbers everybody can see have changed, then whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from kibitz.engine.actions import Action
from kibitz.engine.derived import derived
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.recycle.labels import HOLE, filled
from kibitz.words.moves import arrivals
from kibitz.words.numbers import KEPT, again, changes, said_by_rules
from kibitz.words.pieces import Pieces, Sentence, capital, joined, seated
from kibitz.words.story import Chapter, Picking, Story, chapters
from kibitz.words.words import Store, Words, counted

__all__ = ["tell", "told"]

Told = tuple[int, Sentence]
"""A sentence, and the number of the event it is about."""

PLACED = ("move", "remember", "deck")
"""The kinds of events that happen at a place."""

SILENT = ("points", "shuffle")
"""The kinds of events of which nothing is told."""

TAKEN = "taken"
"""The kind of the sentence that tells who takes a trick, until all are in order."""


def tell(
    words: Words,
    events: Sequence[Event],
    since: int,
    named: Callable[[int], Action | None],
    *,
    to_move: int | None = None,
) -> list[Sentence]:
    """Sentences about the events from number `since` on.

    `named` knows the actions the observer has seen by their number; the others are told by what
    came of them.
    """
    found: list[Sentence] = []
    story = Story(words)
    start = 0
    for chapter in chapters(events, named, to_move):
        if start < since:
            story.follow(chapter)
        else:
            found += told(story, chapter)
        start += len(chapter.events) + (chapter.seat is not None) + (chapter.label >= 0)
    return found


def told(story: Story, chapter: Chapter, turns: bool = False) -> list[Sentence]:
    """Sentences about the next chapter of a story, which goes on by it; with `turns` they always
    end with whose turn it is, else where the rules say so."""
    words = story.words
    before, leads, idle = dict(story.stores), not story.trick, story.idle
    picking, dealt = story.picking, story.rounds.dealt
    story.follow(chapter)
    anew = story.rounds.dealt > dealt
    kept = [at for at, event in enumerate(chapter.events) if event.kind not in SILENT]
    events = [chapter.events[at] for at in kept]
    found: list[Sentence] = []
    done = 0
    if chapter.seat is not None:
        done, sentence = _decision(words, chapter, events, leads, picking or story.picking)
        if sentence is None and not events and idle != chapter.seat:
            is_ = "are" if chapter.seat == words.seat else "is"
            pieces = joined(words.seat_piece(chapter.seat), f" {is_} choosing.")
            sentence = Sentence("did", capital(pieces))
        if sentence is not None:
            found.append(sentence)
    back = _gathered_in(words, chapter.events) if anew else set()
    followed = [chapter.events[at] for at in kept[done:] if at not in back]
    happened = _followed(story, followed)
    taken = [at for at, sentence in happened if sentence.kind == TAKEN]
    happened += said_by_rules(words, chapter, followed)
    said = {event.slot for event in events[:done]}
    happened += [
        (max([at, *taken]), sentence)  # a trick is taken before it is counted
        for at, sentence in changes(story, before, said, chapter, followed)
    ]
    happened.sort(key=lambda pair: pair[0])
    found += [_plainly(sentence) for _, sentence in happened]
    found += again(words, chapter, events)
    if turns or anew or not _expected(story, chapter, len(found) > 1):
        found += _next(words, chapter, followed, turns)
    return found


def _plainly(sentence: Sentence) -> Sentence:
    return Sentence("followed", sentence.pieces) if sentence.kind == TAKEN else sentence


def _next(words: Words, chapter: Chapter, followed: list[Event], turns: bool) -> list[Sentence]:
    """Whose turn it is. The rules may have given it to somebody in a stage that was over then: it
    is told only if that player is next."""
    seat = chapter.following
    if not turns:
        named = [event.seat for event in followed if event.kind == "cycle" and event.slot == 0]
        if named[-1:] != [seat]:
            return []
    if seat is None or (seat == chapter.seat and not chapter.events):  # still choosing
        return []
    is_ = "are" if seat == words.seat else "is"
    return [Sentence("next", capital(joined(words.seat_piece(seat), f" {is_} next.")))]


def _expected(story: Story, chapter: Chapter, happened: bool) -> bool:
    """Whether it goes without saying who is next: in the middle of a trick, for the seat after the
    one that has just decided, and for that one itself if nothing has come of it."""
    if chapter.seat is None or story.gathered:
        return False
    if chapter.following == chapter.seat:
        return bool(story.trick) or not happened
    after = (chapter.seat + 1) % story.words.game.players
    return bool(story.trick) or chapter.following == after


# --- decisions ------------------------------------------------------------------------------------


def _decision(
    words: Words, chapter: Chapter, events: list[Event], leads: bool, picking: Picking | None
) -> tuple[int, Sentence | None]:
    """A sentence about what a player did, and how many events it accounts for. Cards that are
    picked one by one are told together, by what comes of them all."""
    assert chapter.seat is not None
    count = _direct(words, events)
    leads = leads and bool(events) and events[0].target in words.setting.trick
    label = words.game.labels[chapter.label] if chapter.label >= 0 else ""
    several = picking is not None and picking[0] == chapter.seat and bool(picking[1])
    if chapter.action is not None and not (several and (count or not events)):
        named = chapter.action.cards
        known = {face.number for card in named for face in words.game.copies(card)}
        moved = {event.card for event in events[:count] if event.kind == "move"}
        if chapter.seat == words.seat and any(card not in known for card in moved):
            count = 0  # a card was drawn, say: what it is comes with the moves
        found = words.game.namer.by_number(chapter.action.id, label) if label else None
        action = found or chapter.action
        return count, _did(words, chapter.seat, words.label(action), leads)
    if label:
        kept = [
            (words.stores[event.slot].family, event.value)
            for event in events
            if event.kind in KEPT and event.slot in words.stores
        ]
        picked = words.game.namer.picked_by(label, kept) if HOLE in label else None
        said = (
            _labelled(words, label, events[:count])
            if picked is None
            else seated((filled(label, picked),), words.game.seats)
        )
        return count, _did(words, chapter.seat, said)
    if count == 0:
        unseen = words.game.layout.private and (not events or events[0].kind in KEPT)
        return 0, _did(words, chapter.seat, ("choose in secret",)) if unseen else None
    first = events[0]
    if first.kind == "pass":
        return count, _did(words, chapter.seat, (words.game.sheet.words.get("PASS", "pass"),))
    if first.kind in ("number", "name"):
        store = words.stores[first.slot]
        value = str(first.value) if first.kind == "number" else words.name(first.value)
        label = words.game.sheet.words.get(store.family, f"{_owned(words, store, chapter)} {{}}")
        return count, _did(words, chapter.seat, (label.format(value),))
    cards = words.cards(event.card for event in events[:count])
    place = words.places[first.target]
    template = words.game.sheet.words.get(place.family)
    if template is None:
        own = place.owner == "player" and place.who == chapter.seat
        where = place.name if own else words.place(first.target)
        return count, _did(words, chapter.seat, joined(cards, f" to {where}"))
    before, hole, after = template.partition("{}")
    return count, _did(words, chapter.seat, joined(before, cards if hole else "", after), leads)


def _labelled(words: Words, label: str, events: list[Event]) -> Pieces:
    """What the rules call a decision, with what was seen of it."""
    first = events[0] if events else None
    seen: list[Pieces] = []
    holes = label.count(HOLE)
    if first is not None and first.kind == "move" and all(event.card >= 0 for event in events):
        cards = [event.card for event in events]
        ends = [*range(1, holes), len(cards)] if holes <= len(cards) else [len(cards)]
        seen = [words.cards(cards[start:end]) for start, end in zip([0, *ends], ends, strict=False)]
    elif first is not None and holes and first.kind in ("number", "name"):
        seen = [(str(first.value) if first.kind == "number" else words.name(first.value),)]
    if not holes:
        return joined(label, " ", *seen) if seen else (label,)
    texts = label.split(HOLE)
    seen += [("a card" if events else "something",)] * (holes - len(seen))
    return joined(texts[0], *(part for pair in zip(seen, texts[1:], strict=True) for part in pair))


def _did(words: Words, seat: int, label: Pieces, leads: bool = False) -> Sentence:
    """What a seat did; the first card of a trick is led, not played."""
    if leads and isinstance(label[0], str) and label[0].startswith("play "):
        label = ("lead " + label[0][5:], *label[1:])
    return Sentence("did", joined(capital(words.does(seat, label)), "."))


def _direct(words: Words, events: list[Event]) -> int:
    """How many of the first events are what the player did, not what followed."""
    if not events or events[0].kind not in ("move", "remember", "number", "name", "pass"):
        return 0
    first = events[0]
    if first.kind in ("number", "name"):
        return int(first.slot in words.stores and _may_be_chosen(words, first.slot))
    count = 1
    if first.kind != "pass":
        while (
            count < len(events)
            and events[count].kind == first.kind
            and events[count].target == first.target
        ):
            count += 1
    return count


def _may_be_chosen(words: Words, slot: int) -> bool:
    """Whether a player sets it by a decision. Where decisions may be secret, one cannot take what
    follows on them for what was decided."""
    name = words.stores[slot].family.partition(" ")[0]  # without the index
    return not words.game.layout.private or name in derived(words.game, _chosen)


def _chosen(game: Game) -> frozenset[str]:
    """The numbers and names that are set by decisions."""
    effects = [effect for verb in game.emitted.verbs for effect in verb.effects]
    return frozenset(str(effect.args[0].args[1].value) for effect in effects if effect.traits.sets)


def _owned(words: Words, store: Store, chapter: Chapter) -> str:
    if store.owner == "player" and store.who != chapter.seat:
        return f"{words.whose(store.who)} {store.name}"
    return store.name


# --- what followed --------------------------------------------------------------------------------


def _followed(story: Story, events: list[Event]) -> list[Told]:
    """Moves and notes, in order; those of a trick that is taken are one sentence."""
    words = story.words
    found: list[Told] = []
    moves: list[Event] = []
    notes: list[Event] = []
    start = 0
    gathered = _gathered(story, events)
    taker = story.last.taker if gathered is not None and story.last else None
    taken = False

    def flush() -> None:
        found.extend((start, sentence) for sentence in arrivals(words, moves))
        moves.clear()
        if notes:
            seat = words.places[notes[0].target].who
            show = joined("show ", words.cards(event.card for event in notes))
            found.append((start, Sentence("followed", joined(words.does(seat, show), "."))))
            notes.clear()

    for at, event in _shown(words, _chained(words, events)):
        if event.source in words.setting.trick and taker is not None and not taken:
            flush()
            taken = True
            label = words.does(taker, "take the trick")
            found.append((at, Sentence(TAKEN, joined(capital(label), "."))))
        if event.kind == "remember" and _is_shown(words, event):
            if notes and notes[-1].target != event.target:
                flush()
            start = start if notes else at
            notes.append(event)
        elif event.kind != "move":
            flush()
            found += [(at, sentence) for sentence in _noted(words, event)]
        elif event.source not in words.setting.trick or event.target != gathered:
            start = start if moves else at
            moves.append(event)
    flush()
    return found


def _gathered(story: Story, events: Iterable[Event]) -> int | None:
    """Where a trick went that was taken, if it is known by whom."""
    if not story.gathered or story.last is None or story.last.taker is None:
        return None
    trick = story.words.setting.trick
    targets = Counter(e.target for e in events if e.kind == "move" and e.source in trick)
    return targets.most_common(1)[0][0] if targets else None


def _gathered_in(words: Words, events: list[Event]) -> set[int]:
    """The moves of cards to a place that is shuffled afterwards, by their numbers: they are
    gathered in for the next deal. That a trick is taken is told in any case."""
    shuffled = {event.target: at for at, event in enumerate(events) if event.kind == "shuffle"}
    return {
        at
        for at, event in enumerate(events)
        if event.kind == "move"
        and at < shuffled.get(event.target, -1)
        and event.source not in words.setting.trick
    }


def _chained(words: Words, events: list[Event]) -> list[Event | None]:
    """Cards that went on at once are told by where they came from and where they ended."""
    trick = words.setting.trick
    found: list[Event | None] = []
    last: dict[int, int] = {}
    for event in events:
        if event.kind == "move" and event.card >= 0 and event.source not in trick:
            at = last.get(event.card, -1)
            before = found[at] if at >= 0 else None
            if before and before.target == event.source and before.source not in trick:
                found[at] = None
                event = Event("move", event.card, before.source, event.target)
        if event.kind == "move" and event.card >= 0:
            last[event.card] = len(found)
        found.append(event)
    return found


def _shown(words: Words, events: list[Event | None]) -> Iterable[tuple[int, Event]]:
    """Without what goes on beside the table, but with their numbers."""
    roles = words.setting.roles
    for at, event in enumerate(events):
        if event is None:
            continue
        if event.kind in PLACED and roles[event.target] == "unshown":
            continue
        if event.kind == "move":
            beside = event.source >= 0 and roles[event.source] == "unshown"
            if beside and words.places[event.target].owner == "game":
                continue
        yield at, event


def _is_shown(words: Words, event: Event) -> bool:
    """Whether a note of a player is one for all to see: what the sheet calls a hand of theirs."""
    place = words.places[event.target]
    return place.owner == "player" and words.setting.roles[event.target] == "hand"


def _noted(words: Words, event: Event) -> list[Sentence]:
    """What is neither a move nor a number."""
    text: Pieces = ()
    if event.kind == "remember":
        text = joined(words.cards([event.card]), f" is noted in {words.place(event.target)}")
    elif event.kind == "deck":
        what = counted(event.value, "new card")
        goes = "goes" if event.value == 1 else "go"
        text = (f"{what} {goes} to {words.place(event.target)}",)
    return [Sentence("followed", joined(capital(text), "."))] if text else []
