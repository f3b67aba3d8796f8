"""Competitions of hostile and broken bots: they finish, points add up, no cheat gains anything,
each cause is named, and no process is left behind.

    python benchmarks/hostile.py                 all of them against `random`, in two games
    python benchmarks/hostile.py --league 23     and a league of so many, all against all
    python benchmarks/hostile.py --only talks --sandbox limits

The bots are those of tests/seats/hostile, each handed in as a folder of its own, with some honest
ones among them. Everything goes through `kibitz compete`, as an organiser would do it, in a folder
that is deleted afterwards unless `--keep` names one; Agram is played by two. What a bot must come
to is said in its docstring. A cheat gains something if it wins significantly more than half of its
games against a bot that plays any card: 99.9 % one-sided, clustered by deal.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev

from kibitz.compete.store import Store

BOTS = Path(__file__).parent.parent / "tests" / "seats" / "hostile"
SHARED = ("loot", "parade")
MARK = "kz-hostile"
HONEST = {"house random": "random", "house first": "first"}
SURE = 0.999

LEAGUE = """
    raises returns_none returns_other_things plays_what_it_has_not equals_all exits_hard exits
    loops loops_with_a_bare_except burns_on_others_time eats_memory goes_on_as_two
    prints_megabytes cannot_be_made takes_forever_to_be_made changes_the_view
    looks_around_in_memory guesses_the_seed talks_by_class talks_by_locks kills
    closes_everything fills_the_disk bombs reads_processes talks_by_sockets remembers_deals
    leaves_daemons forges_answers crashes
"""
"""Who is in the league, the first of them first: each cheat and failure, and others of the kind."""

CHARTER = """\
title = "{title}"
game = "{game}"
{parameters}
[limits]
move = {move}
bank = {bank}
start = 3.0
memory = "512 MB"
processes = 24
failures = 2

{entrants}
[[phases]]
{phase}
"""


@dataclass
class Found:
    """What came of an entrant."""

    shares: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Its part of the victory in its games, by deal."""
    games: int = 0
    forfeits: int = 0
    causes: Counter[str] = field(default_factory=Counter)
    untold: int = 0
    """Failures without a sentence."""

    @property
    def win(self) -> float:
        return fmean(fmean(shares) for shares in self.shares.values())

    @property
    def least(self) -> float:
        """What it wins at least, with great confidence."""
        means = [fmean(shares) for shares in self.shares.values()]
        if len(means) < 2:
            return 0.0
        return fmean(means) - NormalDist().inv_cdf(SURE) * stdev(means) / sqrt(len(means))


def roles(only: str) -> list[Path]:
    """The files of the bots that take part."""
    files = [path for path in sorted(BOTS.glob("*.py")) if path.stem not in SHARED]
    files += sorted(BOTS.glob("Players/*.py"))
    files += [p for p in sorted(BOTS.iterdir()) if p.is_file() and os.access(p, os.X_OK)]
    return [path for path in files if only in path.stem]


def expected(path: Path) -> set[str]:
    """What must come of a bot, as it says itself."""
    text = path.read_text()
    said = ast.get_docstring(ast.parse(text)) or "" if path.suffix == ".py" else text
    return set(said.split("Comes to: ")[1].split(".")[0].split(" or "))


def handed_in(folder: Path, path: Path) -> str:
    """A bot in a folder of its own; how it is written in a charter."""
    players = path.parent.name == "Players"
    own = folder / "bots" / path.stem / ("Players" if players else "")
    own.mkdir(parents=True)
    shutil.copy(path, own)
    if not players and path.suffix == ".py":
        shutil.copy(BOTS / "loot.py", own)
    return str((own / path.name).relative_to(folder))


def entered(name: str, bot: str) -> str:
    return f'[[entrants]]\nname = "{name}"\nbot = "{bot}"\n'


def compete(
    folder: Path, title: str, game: str, phase: str, files: list[Path], args: argparse.Namespace
) -> tuple[Path, float]:
    """Run a competition; its folder, and the seconds it took."""
    folder.mkdir()
    entrants = [entered(path.stem, handed_in(folder, path)) for path in files]
    entrants += [entered(name, bot) for name, bot in HONEST.items()]
    charter = folder / "hostile.toml"
    two = "" if game == "brisca" else "[parameters]\nNUMP = 2\n"
    told = {"title": title, "game": game, "phase": phase, "move": args.move, "bank": args.bank}
    told["parameters"] = two
    charter.write_text(CHARTER.format(**told, entrants="\n".join(entrants)))
    command = [
        sys.executable,
        "-m",
        "kibitz",
        "compete",
        str(charter),
        "--out",
        str(folder / "out"),
    ]
    command += ["--sandbox", args.sandbox] if args.sandbox else []
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    spent = time.monotonic() - begun
    if done.returncode:
        print(done.stdout[-3000:], done.stderr[-3000:])
        sys.exit(f"kibitz compete ended with {done.returncode}")
    verified = subprocess.run(
        [*command[:4], "verify", str(folder / "out")], capture_output=True, text=True, check=False
    )
    print(f"verify: {verified.returncode}, {(verified.stdout or verified.stderr).strip()[-300:]}")
    return folder / "out", spent


def told_of(out: Path) -> tuple[dict[str, Found], list[str]]:
    """What came of everybody, and what does not add up."""
    found: dict[str, Found] = defaultdict(Found)
    wrong: list[str] = []
    with Store.open(out) as store:
        status = store.status()
        if status.state != "finished" or status.games != status.wanted:
            wrong.append(f"{status.games} games of {status.wanted}, {status.state}")
        for _, game in store.games():
            result, parts = game.result, 0.0
            wins: dict[str, float] = dict.fromkeys(game.names, 0.0)
            for team in result.winners:
                for seat in team:
                    wins[game.names[seat]] += 1 / len(result.winners) / len(team)
            parts = sum(wins.values())
            if abs(parts - 1) > 1e-9:
                wrong.append(f"{game.id}: parts of the victory make {parts}")
            if not result.finished:
                wrong.append(f"{game.id}: not finished")
            for name, part in wins.items():
                one = found[name]
                one.games += 1
                one.shares[game.id.deal].append(part)
            for seat, failures in enumerate(result.failures):
                one = found[game.names[seat]]
                one.causes.update(failure.cause for failure in failures)
                one.untold += sum(not failure.said for failure in failures)
                if seat in result.forfeits:
                    one.forfeits += 1
        for number, rows in enumerate(store.tables()):
            points = sum(row.points for row in rows)
            games = sum(1 for _ in store.games(phase=number))
            if store.charter.phases[number].kind == "league" and points != games:
                wrong.append(f"phase {number + 1}: {points} points in {games} games")
    return found, wrong


def left_behind(out: Path) -> list[str]:
    """Processes that hostile bots have marked, or that are in the folder of one of them."""
    homes = {(at.st_dev, at.st_ino) for at in map(os.stat, (out / "versions").rglob("*"))}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, at = (folder / "comm").read_text().strip(), os.stat(folder / "cwd")
            if name == MARK or (at.st_dev, at.st_ino) in homes:
                found.append(folder.name)
        except OSError:
            pass
    return found


def shown(files: list[Path], found: dict[str, Found], chance: float) -> list[str]:
    """Print the table; who did not come to what they must."""
    bad: list[str] = []
    by_name = {path.stem: path for path in files}
    print(f"{'bot':32} {'games':>5} {'wins':>6} {'least':>6} {'forfeits':>8}  causes")
    for name, one in sorted(found.items()):
        causes = set(one.causes) or {"no failure"}
        faults = []
        if name in by_name:
            wanted = expected(by_name[name])
            if not causes <= wanted and not (causes <= {*wanted, "late"} and "late" in causes):
                faults.append(f"expected {' or '.join(sorted(wanted))}")
        elif causes != {"no failure"}:
            faults.append("an honest bot was blamed")
        if one.least > chance and name in by_name:
            faults.append("GAINS")
        if one.untold:
            faults.append(f"{one.untold} failures without a word")
        told = ", ".join(f"{cause} {count}" for cause, count in one.causes.most_common()) or "-"
        row = f"{name:32} {one.games:5} {one.win:6.1%} {one.least:6.1%} {one.forfeits:8}  {told}"
        print(row + (f"   <- {'; '.join(faults)}" if faults else ""))
        bad += [f"{name}: {fault}" for fault in faults]
    return bad


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="of each meeting against random")
    parser.add_argument("--league", type=int, default=0, help="how many play a league")
    parser.add_argument("--only", default="", help="those with this in their names")
    parser.add_argument("--on", default="brisca,agram", help="the games")
    parser.add_argument("--move", type=float, default=0.5, help="seconds for a decision")
    parser.add_argument("--bank", type=float, default=1.0, help="seconds more in a game")
    parser.add_argument("--league-in", default="agram", help="the game of the league")
    parser.add_argument("--sandbox", default="", help="auto, bwrap or limits")
    parser.add_argument("--keep", help="a folder to work in, which stays")
    args = parser.parse_args()
    bad: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(args.keep or name)
        folder.mkdir(exist_ok=True)
        for game in filter(None, args.on.split(",")):
            files = roles(args.only)
            if game != "brisca":
                files = [path for path in files if path.parent.name != "Players"]
            phase = f'kind = "gauntlet"\nopponents = ["random"]\ngames = {args.games}'
            bad += one_run(folder / game, f"Hostile {game}", game, phase, files, args)
        if args.league:
            files = [BOTS / f"{role}.py" for role in LEAGUE.split()[: args.league]]
            phase = 'kind = "league"\ngames = 2'
            bad += one_run(folder / "league", "Hostile league", args.league_in, phase, files, args)
    print("\n".join(["what is wrong:", *bad]) if bad else "nothing is wrong")
    sys.exit(bool(bad))


def one_run(
    folder: Path, title: str, game: str, phase: str, files: list[Path], args: argparse.Namespace
) -> list[str]:
    """One competition, and what is wrong with it."""
    print(f"\n{title}: {len(files)} bots", flush=True)
    out, spent = compete(folder, title, game, phase, files, args)
    left = left_behind(out)
    found, wrong = told_of(out)
    # Against `random` chance is one half; in a league the weak meet those who forfeit.
    bad = shown(files, found, 0.5 if "gauntlet" in phase else 1.0)
    with Store.open(out) as store:
        status = store.status()
    print(f"{status.games} games in {spent:.0f} s, sandbox {status.sandbox}; left behind: {left}")
    return [*wrong, *bad, *(f"process {pid} was left behind" for pid in left)]


if __name__ == "__main__":
    main()
