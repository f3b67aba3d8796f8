"""Sights: what one observer of a table has in sight, as plain data.

A sight of a view is made from the view alone, so that nothing can be in it that its seat may not
know. The sight of everything is for tables where all cards are open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.engine.actions import Action
from kibitz.engine.derived import Keepsake
from kibitz.engine.events import Event
from kibitz.engine.game import Game
from kibitz.engine.observer import Observer, kibitzer
from kibitz.engine.picking import Picking, pickings
from kibitz.engine.state import State
from kibitz.engine.step import Tale, tale_of
from kibitz.engine.twins import offers
from kibitz.knowledge.ledger import Entry
from kibitz.knowledge.views import View, view
from kibitz.words.story import Chapter, Story, chapters
from kibitz.words.words import Words

__all__ = ["MILESTONE", "Sight", "done", "look", "open_sight", "seen_by", "sight"]

MILESTONE = 32
"""After so many decisions each, what was found about a tale is kept for good."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is seen of a game at one moment: by a seat, by a spectator, or with all cards open."""

    game: Game
    seat: int | None
    """To whom it is told; None: to everybody."""
    open: bool
    to_move: int | None
    places: Mapping[str, tuple[int, ...] | int]
    stores: Mapping[str, int | str]
    tale: Tale
    """What happened, as it was seen."""
    actions: tuple[Action, ...]
    weights: tuple[float, ...]
    """How many complete options stand behind each action."""
    pickings: tuple[Picking, ...]
    """The sets of cards that actions begin or go on with, card by card."""
    entries: tuple[Entry, ...]
    """What everybody has learnt about hidden cards."""
    teams: tuple[tuple[int, ...], ...]
    named: Callable[[int], Action | None]
    """An action by its number, if that tells what it was."""
    offers: tuple[Action, ...]
    """The actions as people count them: see `kibitz.engine.twins`. Where cards are picked one by
    one all are here, as pickings tell them by their index."""
    scores: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        return self.tale.events

    def chapters(self) -> Iterator[Chapter]:
        """What happened, one decision at a time, found as it is asked for: it may be long."""
        return chapters(self.tale, self.named, self.to_move)

    def latest(self) -> tuple[Story, Chapter]:
        """The last chapter, and the story before it.

        Whoever watches a table asks after every decision. So what was found is kept with the tale,
        and moves on with it; at milestones it also stays, for those who look back.
        """
        told: list[Tale] = []
        tale: Tale | None = self.tale
        kept: _Followed | None = None
        while tale is not None:
            kept = FOLLOWED.of(tale)
            if kept is not None:
                break
            told.append(tale)
            tale = tale.before
        story = kept.story.told_to(self.words()) if kept else self.story()
        chapter = kept.chapter if kept else None
        for more in reversed(told):
            for following in chapters(
                more.latest, self.named, first=chapter.number if chapter else 0
            ):
                if following.seat is not None or chapter is None:
                    if chapter is not None:
                        story.follow(chapter)
                    chapter = following
        assert chapter is not None
        if told:
            FOLLOWED.put(self.tale, _Followed(story.told_to(story.words), chapter))
            if tale is not None and kept is not None and kept.chapter.number % MILESTONE:
                FOLLOWED.drop(tale)
        return story, replace(chapter, following=self.to_move)

    def story(self) -> Story:
        """The story before the deal; `chapters` are what it takes."""
        return Story(self.words())

    def words(self) -> Words:
        words = Words(self.game, self.seat)
        words.teams = self.teams
        return words


@dataclass(frozen=True, slots=True)
class _Followed:
    """How far a tale has been followed: all but its last chapter."""

    story: Story
    chapter: Chapter


FOLLOWED: Keepsake[_Followed] = Keepsake()


def look(states: Sequence[State], at: int, who: Observer) -> Sight:
    """A moment of a game, of which all states are here, as somebody sees it. Whoever looks at one
    will look at others: the way there is marked with milestones."""
    missing = []
    for earlier in range(at - at % MILESTONE, -1, -MILESTONE):
        tale = states[earlier].last.tales.get(who.number)
        if tale is not None and FOLLOWED.of(tale) is not None:
            break
        missing.append(earlier)
    for earlier in reversed(missing):
        seen_by(states[earlier], who).latest()
    return seen_by(states[at], who)


def seen_by(state: State, who: Observer) -> Sight:
    """What somebody sees of a game now."""
    return open_sight(state) if who.everything else sight(view(state, who))


def sight(view: View) -> Sight:
    """What a seat or a spectator sees."""
    return Sight(
        view.game,
        view.seat,
        False,
        view.to_move,
        view.places,
        view.stores,
        view.tale,
        view.actions,
        tuple(view.weights()),
        view.pickings,
        view.knowledge.entries,
        view.teams,
        view.game.namer.by_number,
        view.actions if view.pickings else offers(view),
    )


def open_sight(state: State, stuck: bool = False) -> Sight:
    """All there is to see, told to everybody; `stuck` where the rules offer nothing to the player
    they ask, and fail if they are asked what."""
    game, over = state.game, state.over
    asked = () if stuck else pickings(state)
    return Sight(
        game,
        None,
        True,
        state.to_move,
        {name: state.cards_at(place) for place, name in enumerate(game.place_names)},
        state.stores,
        tale_of(state.last, kibitzer(game)),
        () if stuck else state.actions,
        () if stuck else tuple(state.weights()),
        asked,
        view(state, None).knowledge.entries,
        state.teams,
        done(state),
        () if stuck else state.actions if asked else offers(state),
        state.scores if over else None,
        state.ranks if over else None,
    )


def done(state: State) -> Callable[[int], Action | None]:
    """Actions that were done, by their numbers; as a rule only the last one is asked for."""
    known: dict[int, Action] = {}

    def named(number: int) -> Action | None:
        last = state.last.action
        if last is not None and last.id == number:
            return last
        if not known:
            known.update((action.id, action) for action in state.history)
        return known.get(number)

    return named
