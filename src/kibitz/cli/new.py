"""`kibitz new`: a description and a sheet to begin with, of one's own or like a house game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from kibitz.cli import completion
from kibitz.cli.common import stdout
from kibitz.errors import KibitzError

__all__ = ["new"]

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
MOST = 6
"""Players at a game of one's own: more would have too few cards."""

BEGINNING = """\
;; TITLE: a small game of tricks, to be changed into one of your own.
;; `kibitz check NAME.rcy --play 20` tries it after every change.

(game

  (declare PLAYERS 'NUMP)     ;; players
  (declare 5 'HAND)     ;; cards dealt to each

  ;; What is often asked is given a name.
  (define (hand) ((current player) iloc HAND))
  (define (following) (filter (hand) 'C (== (cardatt SUIT 'C) (game str LEAD))))

  (setup
    (create players 'NUMP)
    ;; One card for every suit and rank. Whose cards they are follows from the names of the suits.
    (create deck (game iloc STOCK)
      (deck (SUIT (SPADES, HEARTS, CLUBS, DIAMONDS))
            (RANK (SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE)))))

  ;; The deal. HAND is a place that only its player sees (iloc).
  (do (
    (shuffle (game iloc STOCK))
    (all player 'P
      (repeat 'HAND (move (top (game iloc STOCK)) (top ('P iloc HAND)))))))

  ;; One turn of this stage is one trick; its player leads.
  (stage player
    (end (all player 'P (== (size ('P iloc HAND)) 0)))

    (do ((set (game str LEAD) NONE)))

    ;; Everybody plays one card, which all can see (vloc).
    (stage player
      (end (all player 'P (== (size ('P vloc TRICK)) 1)))
      (choice (
        ;; Whoever leads plays what they like; the others follow suit,
        ((== (game str LEAD) NONE)
          (any (hand) 'C (move 'C (top ((current player) vloc TRICK)))))
        ((!= (game str LEAD) NONE)
          (any (following) 'C (move 'C (top ((current player) vloc TRICK)))))
        ;; or play what they like if they cannot.
        ((and (!= (game str LEAD) NONE) (== (size (following)) 0))
          (any (hand) 'C (move 'C (top ((current player) vloc TRICK)))))))
      (do (
        ((== (game str LEAD) NONE)
          (set (game str LEAD) (cardatt SUIT (top ((current player) vloc TRICK))))))))

    ;; The highest card of the suit led takes the trick: to make a suit trump, give it 200 here.
    (do (
      (set (game points STRENGTH) (
        ((SUIT : (game str LEAD)) 100)
        ((RANK : SEVEN) 7) ((RANK : EIGHT) 8) ((RANK : NINE) 9) ((RANK : TEN) 10)
        ((RANK : JACK) 11) ((RANK : QUEEN) 12) ((RANK : KING) 13) ((RANK : ACE) 14)))
      (let (owner (max (union (all player 'P ('P vloc TRICK)))
                    using (game points STRENGTH))) 'WINNER
        (do (
          (inc ('WINNER sto TRICKS))
          (cycle next 'WINNER))))
      (all player 'P (move (top ('P vloc TRICK)) (top (game vloc DISCARD)))))))

  ;; Most tricks win.
  (scoring max ((current player) sto TRICKS)))
"""

SHEET = """\
title = "TITLE"
summary = "Five cards each, follow suit: most tricks win."
family = "tricks"
length = LENGTH
rules = \"\"\"
Everybody gets five of the thirty-two cards. The first player leads any card; the others follow suit
if they can, and play what they like if they cannot. The highest card of the suit led takes the
trick, and whoever took it leads to the next. Most tricks win.
\"\"\"

[parameters.NUMP]
title = "players"
help = "how many play"
min = 2
max = 6

[parameters.HAND]
title = "cards each"
help = "cards dealt to each player"
min = 1
max = 16

[relations]
"NUMP * HAND <= 32" = "there are 32 cards"

[sort]
by = ["SUIT", "RANK"]

[words]
TRICK = "play {}"

[table]
trick = "TRICK"
led = "LEAD"
unshown = ["STOCK"]

[table.roles]
DISCARD = "pile"

[table.seats]
TRICKS = { name = "tricks", told = false }
"""


def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What its files are called: my-game.")
    ],
    like: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Begin with a copy of this house game.",
            autocompletion=completion.games,
        ),
    ] = None,
    cards: Annotated[
        str | None,
        typer.Option(metavar="german", help="Give the copy other cards: acorns, leaves, bells."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=2, help="How many play; 4 if nothing is said.")
    ] = None,
) -> None:
    """Begin a game of your own: write NAME.rcy and NAME.toml into this folder.

    They are a small game of tricks, complete and with comments; or a copy of a house game, with
    the weights that its searchers go by, if it has some.
    """
    from kibitz.engine.finding import house_games

    stem = name.removesuffix(".rcy")
    if not NAME.fullmatch(stem) or len(stem) > LONGEST:
        raise KibitzError(
            f"`{name:.80}` cannot be the name of a game",
            "write it in small letters, digits and hyphens, like my-game",
        )
    title = stem.replace("-", " ").capitalize()
    if cards not in (None, "german"):
        raise KibitzError(
            f"there are no other cards `{cards:.80}`", "german is what a copy can be given"
        )
    if cards is not None and like is None:
        raise KibitzError(
            "only a copy of a house game can be given other cards",
            "say which one: --like skat --cards german",
        )
    made = _beginning(stem, title, players) if like is None else _copy(like, title, players)
    if cards is not None and like is not None:
        made[".toml"] = _german(like, made[".toml"])
    paths = [(Path(f"{stem}{suffix}"), text) for suffix, text in made.items()]
    for path, _ in paths:
        if path.exists() or path.is_symlink():
            raise KibitzError(f"{path} is there already", "give another name, or move it away")
    for path, content in paths:
        try:
            with open(path, "x", encoding="utf-8") as file:
                file.write(content)
        except OSError as error:
            raise KibitzError(f"{path} cannot be written: {error.strerror}") from None
    out = stdout()
    *names, last = (str(path) for path, _ in paths)
    told = f"{', '.join(names)} and {last} are written. What to do next:"
    out.print(told, highlight=False, soft_wrap=True)
    for command, why in (
        (f"kibitz check {stem}.rcy --play 20", "is it right? After every change"),
        (f"kibitz table {stem}.rcy", "play it in the browser"),
        (f"kibitz rules {stem}.rcy", "what its sheet says"),
    ):
        out.print(f"  {command:<{len(stem) + 30}} {why}", highlight=False, soft_wrap=True)
    if stem in house_games():
        out.print(f"Without .rcy, {stem} is the house's still.", highlight=False, soft_wrap=True)


def _beginning(name: str, title: str, players: int | None) -> dict[str, str]:
    """A small game of tricks: the texts of its files, by how their names end."""
    count = 4 if players is None else players
    if count > MOST:
        raise KibitzError(f"{count} cannot play with 32 cards", f"it is for 2 to {MOST} players")
    return {
        suffix: text.replace("TITLE", title)
        .replace("NAME", name)
        .replace("PLAYERS", str(count))
        .replace("LENGTH", str(5 * count))
        for suffix, text in ((".rcy", BEGINNING), (".toml", SHEET))
    }


GERMAN = {
    "CLUBS": ("🌰", "A", "acorns", "black"),
    "SPADES": ("🍃", "L", "leaves", "green"),
    "HEARTS": ("♥", "H", "hearts", "red"),
    "DIAMONDS": ("🔔", "B", "bells", "yellow"),
}
"""How a French suit is drawn as a German one, its letter, name and colour."""

COURTS = {"JACK": ("U", "unter"), "QUEEN": ("O", "ober")}


def _german(like: str, sheet: str) -> str:
    """A sheet with German faces for its French cards, whatever else it says."""
    from kibitz.engine.descriptions import load

    game = load(like)
    suits = {face.attributes.get("SUIT", "") for face in game.cards}
    if suits != set(GERMAN):
        raise KibitzError(
            f"{game.title} is not played with clubs, spades, hearts and diamonds alone",
            "only those can be drawn as acorns, leaves, hearts and bells",
        )
    ranks = {face.attributes.get("RANK", "") for face in game.cards}
    courts = {rank: said for rank, said in COURTS.items() if rank in ranks}
    wanted = {
        "faces.SUIT": {suit: sign for suit, (sign, *_) in GERMAN.items()},
        "faces.RANK": {rank: letter for rank, (letter, _) in courts.items()},
        "letters.SUIT": {suit: letter for suit, (_, letter, *_) in GERMAN.items()},
        "colours": {suit: colour for suit, (*_, colour) in GERMAN.items()},
        "names": {suit: name for suit, (_, _, name, _) in GERMAN.items()}
        | {rank: name for rank, (_, name) in courts.items()},
    }
    for section, entries in wanted.items():
        sheet = _with(sheet, section, entries)
    letters = {suit[0]: letter for suit, (_, letter, *_) in GERMAN.items()}
    typed = {rank[0]: letter for rank, (letter, _) in courts.items()}

    def cover(found: re.Match[str]) -> str:
        cards = re.findall(r'"(\w+)(\w)"', found[1])
        said = ", ".join(f'"{typed.get(rank, rank)}{letters[suit]}"' for rank, suit in cards)
        return f"cover = [{said}]"

    return re.sub(r"^cover = \[(.*)\]$", cover, sheet, flags=re.MULTILINE)


def _with(sheet: str, section: str, entries: dict[str, str]) -> str:
    """A sheet with these texts in a section, instead of what it says there or besides."""
    head = f"[{section}]\n"
    before, found, after = sheet.partition(f"\n{head}")
    if not found:
        before, after = sheet.rstrip("\n") + "\n", ""
    own, follows, rest = after.partition("\n[")
    kept = [line for line in own.splitlines() if line.split(" = ")[0] not in entries]
    lines = [*(line for line in kept if line), *(f'{k} = "{v}"' for k, v in entries.items())]
    return f"{before}\n{head}" + "\n".join(lines) + "\n" + (f"{follows}{rest}" if follows else "")


def _copy(like: str, title: str, players: int | None) -> dict[str, str]:
    """The description and the sheet of a house game, under another title; and what sensible players
    choose in it, if a search has to be told."""
    from kibitz.engine.descriptions import describe
    from kibitz.engine.finding import house_games, nearest_game
    from kibitz.engine.weights import SUFFIX

    if like not in house_games():
        raise KibitzError(
            f"there is no house game `{like:.80}`{nearest_game(like, house_games())}",
            "kibitz games lists them",
        )
    found = describe(like)
    text, sheet = found.text, found.sheet or 'title = ""\n'
    sheet = re.sub(r"^title = .*$", f'title = "{title}"', sheet, count=1, flags=re.MULTILINE)
    sheet = re.sub(r"^also = \[[^]]*\]\n", "", sheet, count=1, flags=re.MULTILINE)
    if players is not None:
        found.game(NUMP=players)  # it says what is wrong with that
        sheet = re.sub(r"^length = .*\n", "", sheet, count=1, flags=re.MULTILINE)
        text = re.sub(r"\(declare \d+ 'NUMP\)", f"(declare {players} 'NUMP)", text, count=1)
    made = {".rcy": text, ".toml": sheet}
    return made | {SUFFIX: found.weights} if found.weights else made
