"""The house bots by name: what each is like, and where its class is. Nothing is imported here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["HOUSE", "HouseBot"]


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that comes with Kibitz."""

    title: str
    """What it is called at a table, among people."""
    about: str
    kind: str = ""
    """Its class as `module:Class`, for every game."""
    games: Mapping[str, str] = field(default_factory=dict)
    """Its class in each of the games it is meant for, if it is not meant for all."""
    compiled: Mapping[str, str] = field(default_factory=dict)
    """Its text and function in each of the games it is compiled for: see `kibitz.bots.compiled`."""
    person: bool = False
    """Whether a person decides, who has to be there."""
    file: str = ""
    """Its parameter that is the path of a network, if it has one; `yes`, `no` and `none` are no
    paths."""
    beside_file: tuple[str, ...] = ()
    """Parameters that only mean something with that one."""
    bare: bool = False
    """Whether that path may be given without the name of the parameter: `net:FILE`."""
    brought: bool = False
    """Whether it is for games that bring a network along; with a file, for any."""

    def kind_for(self, game: str) -> str | None:
        """Its class in a game; None if it is not meant for it."""
        return self.kind or self.games.get(game)


def _boerenbridge(kind: str) -> dict[str, str]:
    return {"boerenbridge": f"kibitz.bots.boerenbridge:{kind}"}


def _rules(*games: str) -> dict[str, str]:
    return {game: f"kibitz.bots.{game.replace('-', '_')}:Rule" for game in games}


def _text(function: str, *games: str) -> dict[str, str]:
    return {game: f"{game}:{function}" for game in games}


HOUSE: dict[str, HouseBot] = {
    "random": HouseBot("Random", "any option, all equally likely", "kibitz.bots.plain:Random"),
    "first": HouseBot("First option", "the first option listed", "kibitz.bots.plain:First"),
    "slow": HouseBot(
        "Slow", "always late, for testing; otherwise like random", "kibitz.bots.plain:Slow"
    ),
    "osla": HouseBot(
        "One step ahead", "looks one step ahead in sampled deals", "kibitz.bots.osla:Osla"
    ),
    "greedy": HouseBot(
        "Greedy",
        "wants every trick it can get",
        games=_boerenbridge("Greedy"),
        compiled=_text("greedy", "boerenbridge"),
    ),
    "greedy-kripke": HouseBot(
        "Greedy and alert",
        "greedy, and asks who can still beat a card",
        games=_boerenbridge("GreedyKripke"),
        compiled=_text("greedy_kripke", "boerenbridge"),
    ),
    "full-kripke": HouseBot(
        "Logician",
        "wants the tricks it guessed, and asks what it knows",
        games=_boerenbridge("FullKripke"),
        compiled=_text("full_kripke", "boerenbridge"),
    ),
    "rule": HouseBot(
        "Rules of thumb",
        "plays by the rules of thumb of its game",
        games=_rules(
            "tarot",
            "brisca",
            "briscola",
            "crazy-eights",
            "euchre",
            "gin-rummy",
            "president",
            "schnapsen",
            "spades",
        ),
        compiled=_text("rule", "brisca", "tarot"),
    ),
    "pimc": HouseBot(
        "Sampler",
        "tries many games in some deals it cannot rule out, all cards open",
        "kibitz.bots.searchers:Pimc",
    ),
    "ismcts": HouseBot(
        "Searcher",
        "tries many games in deals it cannot rule out, where all see their own cards only",
        "kibitz.bots.searchers:Ismcts",
        file="net",
        beside_file=("prior", "playouts", "leaves"),
    ),
    "paranoid-classic": HouseBot(
        "Classic searcher",
        "the tree search of the Tarot project, as a baseline",
        "kibitz.bots.searchers:ParanoidClassic",
    ),
    "net": HouseBot(
        "Network",
        "asks a neural network that was trained for the game, and decides at once",
        "kibitz.bots.net:Net",
        file="file",
        bare=True,
        brought=True,
    ),
    "openspiel": HouseBot(
        "Guest from OpenSpiel",
        "a search of OpenSpiel's, in deals it cannot rule out; needs kibitz[bench]",
        "kibitz.interop.openspiel_bots:OpenSpielBot",
    ),
    "human": HouseBot("You", "you, at the terminal", "kibitz.bots.human:Human", person=True),
}
