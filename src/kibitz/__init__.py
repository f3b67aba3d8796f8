"""Kibitz: card games with hidden hands, described once, in RECYCLE.

This is the front door: what a program needs, under one roof. Each name lives in a package of its
own, which is imported when the name is first asked for; `import kibitz` by itself imports nothing.

    import kibitz

    game = kibitz.load("agram")
    state = game.new(seed=7)
    state = state.after(state.actions[0])
    kibitz.view(state, "East").knowledge.count

The names, with an example each, are in docs/api.md.
"""

TYPE_CHECKING = False  # True to a type checker; `typing` takes longer to import than all of this

if TYPE_CHECKING:
    from kibitz.arena.match import Match as Match
    from kibitz.arena.match import match as match
    from kibitz.bots.bot import Bot as Bot
    from kibitz.engine.actions import Action as Action
    from kibitz.engine.descriptions import load as load
    from kibitz.engine.events import Event as Event
    from kibitz.engine.faces import Face as Face
    from kibitz.engine.game import Game as Game
    from kibitz.engine.record import Record as Record
    from kibitz.engine.state import State as State
    from kibitz.errors import KibitzError as KibitzError
    from kibitz.knowledge.knowledge import Knowledge as Knowledge
    from kibitz.knowledge.questions import Answer as Answer
    from kibitz.knowledge.questions import ask as ask
    from kibitz.knowledge.views import View as View
    from kibitz.knowledge.views import view as view
    from kibitz.search.solver import Solution as Solution
    from kibitz.search.solver import solve as solve
    from kibitz.search.thoughts import Thinking as Thinking
    from kibitz.search.trees import think as think

__version__ = "0.1.0"

HOMES = {
    "Action": "kibitz.engine.actions",
    "Answer": "kibitz.knowledge.questions",
    "Bot": "kibitz.bots.bot",
    "Event": "kibitz.engine.events",
    "Face": "kibitz.engine.faces",
    "Game": "kibitz.engine.game",
    "KibitzError": "kibitz.errors",
    "Knowledge": "kibitz.knowledge.knowledge",
    "Match": "kibitz.arena.match",
    "Record": "kibitz.engine.record",
    "Solution": "kibitz.search.solver",
    "State": "kibitz.engine.state",
    "Thinking": "kibitz.search.thoughts",
    "View": "kibitz.knowledge.views",
    "ask": "kibitz.knowledge.questions",
    "load": "kibitz.engine.descriptions",
    "match": "kibitz.arena.match",
    "solve": "kibitz.search.solver",
    "think": "kibitz.search.trees",
    "view": "kibitz.knowledge.views",
}
"""The module each name lives in."""

__all__ = list(HOMES)

if not TYPE_CHECKING:  # a type checker has read the names above, and knows there are no others

    def __getattr__(name):
        if name not in HOMES:
            raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
        from importlib import import_module

        found = globals()[name] = getattr(import_module(HOMES[name]), name)
        if name != "KibitzError":
            import_module("kibitz.engine.pictures").drawn_by(_draw)
        return found

    def _draw(value):  # a notebook asks for it, long after the import
        from kibitz.words.picture import draw

        return draw(value)

    def __dir__():
        return sorted({*globals(), *HOMES})
