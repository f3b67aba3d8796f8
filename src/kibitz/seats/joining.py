"""A bot that joins a table elsewhere: it takes an invitation and plays over a live connection.

The table speaks the protocol of `kibitz.seats` with us, and we speak it with the bot, which plays
in a booth here. Where it fails, an option is drawn in its place, and whoever has started it is
told: the others at the table wait for nobody's mistakes.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

from kibitz.bots.bot import Result
from kibitz.bots.player import BotFault
from kibitz.engine.actions import Action
from kibitz.engine.game import Game
from kibitz.engine.reference import GameRef
from kibitz.errors import KibitzError
from kibitz.knowledge.views import View
from kibitz.seats.dialogue import Dialogue, Failed
from kibitz.seats.embassy import Embassy, blamed
from kibitz.seats.messages import PROTOCOL, VIEW, Garbled, dumped, game_of, read
from kibitz.seats.terms import Terms

__all__ = ["Chair", "Delegate", "join", "taken"]

OPENING = 20.0
"""Seconds in which a server answers."""

LARGEST = 1 << 24
"""Bytes of a message of a table."""

SITTING, HAVING = "sit", "at"
"""How links begin that are invitations, and those of a chair somebody has."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair at a table elsewhere."""

    server: str
    """Where the table is: `http://host:port`."""
    token: str
    """Whoever has it sits there."""
    title: str = ""
    seat: str = ""

    @property
    def link(self) -> str:
        """Where the same table is seen from that chair."""
        return f"{self.server}/{HAVING}/{self.token}"

    @property
    def socket(self) -> str:
        """Where a bot connects."""
        scheme, _, rest = self.server.partition("://")
        return f"{scheme.replace('http', 'ws')}://{rest}/api/at/{quote(self.token)}/seat"


def taken(link: str) -> Chair:
    """The chair of a link: an invitation is taken, and then used up."""
    server, kind, token = _read(link)
    if kind == HAVING:
        return Chair(server, token)
    found = _posted(f"{server}/api/sit/{quote(token)}")
    if not found.get("go"):
        raise KibitzError(
            "somebody has taken this invitation already",
            "ask whoever made the table for another one",
        )
    return Chair(server, str(found["go"]), str(found.get("title")), str(found.get("seat")))


def _read(link: str) -> tuple[str, str, str]:
    """The server, the kind and the token of a link."""
    try:
        parts = urlsplit(link.strip())
        _ = parts.port
    except ValueError:
        raise _no_link(link) from None
    kind, _, token = parts.path.strip("/").partition("/")
    good = parts.scheme in ("http", "https") and parts.netloc and "/" not in token
    if not good or kind not in (SITTING, HAVING) or not token:
        raise _no_link(link)
    return f"{parts.scheme}://{parts.netloc}", kind, token


def _no_link(link: str) -> KibitzError:
    return KibitzError(
        f"`{link[:80]}` is not the link of a seat",
        "copy an invitation from Share at the table: http://HOST:PORT/sit/...",
    )


def _posted(address: str) -> dict[str, Any]:
    """What a server answers to an empty order."""
    asked = urllib.request.Request(address, b"{}", {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=OPENING) as answer:
            found = json.loads(answer.read(LARGEST))
    except urllib.error.HTTPError as error:
        raise _refused(error) from None
    except (OSError, ValueError) as error:
        raise _unreachable(address, error) from None
    if not isinstance(found, dict):
        raise KibitzError("what answers there is no Kibitz table")
    return found


def _refused(error: urllib.error.HTTPError) -> KibitzError:
    """What a server says is wrong, if it is one of ours."""
    try:
        told = json.loads(error.read(LARGEST))
        return KibitzError(str(told["error"]), told.get("hint"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return KibitzError(f"what answers there is no Kibitz table (HTTP {error.code})")


def _unreachable(address: str, error: Exception) -> KibitzError:
    reason = getattr(error, "reason", None) or error
    said = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
    where = urlsplit(address).netloc
    return KibitzError(
        f"no table answers at {where}: {said}", "is `kibitz table` running there, with --host?"
    )


class Delegate:
    """A bot in its booth, as one that can be asked here all through a game. What it does wrong is
    told to `say`, and an option is drawn."""

    def __init__(self, typed: str, terms: Terms, say: Callable[[str], None]) -> None:
        self.typed, self.terms, self.say = typed, terms, say
        self._embassy: Embassy | None = None
        self._dialogue: Dialogue | None = None
        self._game: Game | None = None
        self._seat, self._seed = 0, 0

    def start(self, game: Game, seat: int, seed: int) -> None:
        """A game begins. Here a bot that cannot be made is complained about."""
        if self._embassy is None or game != self._game:
            self.close()
            self._embassy, self._game = Embassy(GameRef.of(game), self.terms), game
            self._embassy.check(self.typed, game)
        self._seat, self._seed = seat, seed
        self.say(f"{game.title}: a game begins. The bot sits as {game.seats[seat]}.")
        try:
            self._begun(game)
        except Failed as failed:
            raise blamed(self.typed, "at the start of a game", failed, "start") from None

    def choose(self, view: View, budget: float | None) -> Action:
        """What the bot chooses; if it fails, anything."""
        made = sum(event.kind == "choice" for event in view.events)
        try:
            dialogue = self._dialogue or self._begun(view.game)
            return dialogue.ask(view, made, None).action
        except Failed as failed:
            if failed.over or failed.cause == "start":
                self._hang_up()
            when = f"at decision {made + 1}"
            self._tell(blamed(self.typed, when, failed, failed.cause))
            return Random(f"{self._seed} {made}").choice(view.actions)

    def finish(self, result: Result) -> None:
        """The game is over."""
        own = result.ranks[self._seat]
        self.say(f"The game is over: {result.scores[self._seat]} points, rank {own}.")
        if self._dialogue is not None:
            try:
                self._dialogue.end(result.scores, result.ranks)
            except Failed as failed:
                when = "at the end of a game"
                self._tell(blamed(self.typed, when, failed, failed.cause))
        self._hang_up()

    def close(self) -> None:
        """End all processes."""
        self._dialogue = None
        if self._embassy is not None:
            self._embassy.close()
            self._embassy = None

    def _begun(self, game: Game) -> Dialogue:
        assert self._embassy is not None
        booth = self._embassy.booth(self.typed, self._seat)
        dialogue = Dialogue(booth.open(), game, self._seat, self.terms, booth.outside)
        dialogue.begin(self._seed)
        self._dialogue = dialogue
        return dialogue

    def _hang_up(self) -> None:
        self._dialogue = None
        if self._embassy is not None:
            self._embassy.booth(self.typed, self._seat).clear()

    def _tell(self, fault: BotFault) -> None:
        self.say(f"{fault}\n  an option was drawn in its place" if fault.hint else fault.message)


class _Socket:
    """A live connection: messages come and go; why it ended is remembered."""

    def __init__(self, connection: Any) -> None:  # of `websockets`, which need not be there
        self._connection = connection
        self.complaint: KibitzError | None = None

    def receive(self) -> dict[str, Any] | None:
        """The next message; None if there are no more."""
        from websockets.exceptions import ConnectionClosed

        while True:
            try:
                text = self._connection.recv()
            except ConnectionClosed:
                return None
            message = read(text if isinstance(text, str) else text.decode(errors="replace"))
            if message["type"] != "error":
                self.complaint = None
                return message
            hint = message.get("hint")
            self.complaint = KibitzError(str(message.get("error")), hint and str(hint))

    def send(self, **message: Any) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed):  # the next receive says so too
            self._connection.send(dumped(message))


def join(
    chair: Chair,
    bot: str,
    terms: Terms,
    *,
    name: str | None = None,
    say: Callable[[str], None],
    stay: bool = False,
) -> int:
    """Have a bot play at a chair until the game is over, or with `stay` until the table hangs up;
    how many games it has played."""
    from websockets.exceptions import InvalidHandshake, InvalidStatus
    from websockets.sync.client import connect

    delegate = Delegate(bot, terms, say)
    try:
        with connect(chair.socket, open_timeout=OPENING, max_size=LARGEST) as connection:
            socket = _Socket(connection)
            games = _play(socket, delegate, name, stay)
    except InvalidStatus as error:
        raise KibitzError(
            f"what answers there is no Kibitz table (HTTP {error.response.status_code})"
        ) from None
    except (InvalidHandshake, OSError, TimeoutError) as error:
        raise _unreachable(chair.server, error) from None
    except (Garbled, LookupError, TypeError, ValueError, AssertionError):
        raise KibitzError("what answers there is no Kibitz table") from None
    finally:
        delegate.close()
    if not games and socket.complaint is not None:
        raise socket.complaint
    if not games:
        raise KibitzError(
            "the table has hung up in the middle of the game",
            f"kibitz join {chair.link} {bot} takes it up again",
        )
    return games


def _play(socket: _Socket, delegate: Delegate, name: str | None, stay: bool) -> int:
    """Answer what the table asks, with what the bot says."""
    games, game, seen, seat = 0, None, None, 0
    while (message := socket.receive()) is not None:
        match message["type"]:
            case "hello":
                if message["protocol"] != PROTOCOL:
                    raise KibitzError(f"the table speaks protocol {message['protocol']}, not ours")
                if game is None or game.hash != message["game"]["hash"]:
                    game = game_of(message["game"])
                seen, seat = None, message["seat"]
                delegate.start(game, seat, message["seed"])
                called = {} if name is None else {"name": name}
                socket.send(type="ready", wants=[VIEW], **called)
            case "act":
                assert game is not None
                seen = View.from_json(game, message["view"], seen)
                socket.send(type="choice", action=delegate.choose(seen, None).text)
            case "end":
                if message["scores"] is not None:
                    scores, ranks = tuple(message["scores"]), tuple(message["ranks"])
                    delegate.finish(Result(seat, scores, ranks))
                games += 1
                socket.send(type="bye")
                if not stay:
                    break
    return games
