"""Draws every screen by two source trees and says which pictures differ, pixel for pixel.

    python packaging/compare_pictures.py BEFORE AFTER            # all, some five minutes
    python packaging/compare_pictures.py . . --only game         # is a tree equal to itself?
    python packaging/compare_pictures.py BEFORE AFTER --keep DIR # leaves the pictures there

It is for changes that must not be seen: modules moved, merged, renamed. Each picture is drawn by
`python -m client shot` in a process of its own, so nothing here knows how a tree is arranged. The
record files shown are those of the first tree, by the same relative path in both.

Both trees are run by the same Python with the same environment. A seed decides what is played,
`shot` itself fixes clock, time zone, language and player; hashes of strings are fixed here. What
differs is drawn again, and told if the trees never draw the same.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

LAPTOP, LEAST = "1366x768", "1024x640"
FILE = "tests/net/vectors/five-peers.borgo"  # a whole game of peers

# What differs is drawn so many times more, and is equal if both trees have drawn any one picture:
# how often a board was laid out before its last size decides by a pixel where its names stand.
_AGAIN = 3

# What is drawn by day and by night: a name, and what `shot` is asked for.
SCENES: Mapping[str, str] = {
    "start": "--screen start",
    "start tables": "--screen start --told tables",
    "start locked": "--screen start --told locked",
    "start stopped": "--screen start --told stopped",
    "first run": "--screen first-run",
    "table": "--screen table",
    "table guests": "--screen table --told guests",
    "table shuffling": "--screen table --told shuffling",
    "table closed": "--screen table --told closed",
    "table other version": "--screen table --told other-version",
    "settings": "--screen settings",
    "rules": "--screen rules",
    "chronicles": "--screen chronicles --seed 3",
    "ledger": f"--screen ledger --file {FILE}",
    "end": f"--screen end --file {FILE}",
    "end alone": "--screen end --seed 3",
    "replay": f"--screen replay --file {FILE} --at 150",
    "replay alone": "--screen replay --seed 3 --at 300 --as dracula",
    "game": "--screen game --seed 5 --as mina --at 30 --until action",
    "game begins": "--screen game --seed 3",
    "game dracula": "--screen game --seed 3 --at 60 --as dracula",
    "game trail": "--screen game --seed 2 --as dracula --until dracula.card",
    "game hunters": "--screen game --seed 3 --at 240",
    "game peers": "--screen game --seed 3 --at 60 --as mina --told peers",
    "game talk": "--screen game --seed 3 --at 60 --as mina --told talk",
    "game away": "--screen game --seed 3 --at 60 --as mina --told away",
    "game accused": "--screen game --seed 3 --at 60 --as mina --told accused",
    "game accused open": "--screen game --seed 3 --at 60 --as mina --told accused-open",
    "game accuses": "--screen game --seed 3 --at 60 --as mina --told accuses",
    "game caught": "--screen game --seed 3 --at 60 --as mina --told caught",
    "game going on": "--screen game --seed 3 --at 60 --as mina --told going-on",
    "game differs": "--screen game --seed 3 --at 60 --as mina --told differs",
    "game wished": "--screen game --seed 3 --at 60 --as mina --told wished",
    "game closing": "--screen game --seed 3 --at 60 --as mina --told closing",
    "game onlooker": "--screen game --seed 3 --at 60 --as mina --told onlooker",
    "combat": "--screen combat --seed 6 --at 657",
    "combat dracula": "--screen combat --as dracula",
    "combat of two": "--screen combat --seed 47 --at 206",
}
# In large letters in the least window, by day: where what is laid out gives way.
CROWDED = ("start", "table guests", "settings", "rules", "end", "replay", "game", "combat")


class Shot(NamedTuple):
    """One picture to be drawn: a file's name, and the words for `shot`."""

    name: str
    words: tuple[str, ...]


class Unequal(NamedTuple):
    """How far two pictures differ."""

    pixels: int
    where: tuple[int, int, int, int]  # left, top, right, bottom


def shots() -> Iterator[Shot]:
    """Everything that is drawn."""
    for name, words in SCENES.items():
        for palette in ("day", "night"):
            asked = (*words.split(), "--palette", palette, "--size", LAPTOP)
            yield Shot(f"{name}, {palette}", asked)
    for name in CROWDED:
        asked = (*SCENES[name].split(), "--palette", "day", "--size", LEAST, "--text", "150")
        yield Shot(f"{name}, large", asked)


class Tree:
    """A source tree whose program draws."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self.root, self.pictures = root.resolve(), scratch / "pictures"
        self.pictures.mkdir(parents=True)
        self._seen: dict[Shot, set[bytes]] = defaultdict(set)
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
        self._environment = {
            **kept,
            "HOME": str(scratch),
            "PYTHONPATH": str(self.root),
            "PYTHONPYCACHEPREFIX": str(scratch / "compiled"),
            "PYTHONHASHSEED": "0",
        }

    def screens(self) -> set[str]:
        """The screens there are, as `shot` names them to whoever asks for another."""
        said = self._run("--screen", "?", "--out", str(self.pictures / "none.png"))
        return {part.split()[-1].strip(".") for part in said.split(",")}

    def languages(self) -> list[str]:
        """The languages there are words in."""
        return sorted(
            path.name for path in (self.root / "resources/text").iterdir() if path.is_dir()
        )

    def draw(self, shot: Shot) -> str:
        """Draw one picture; what was said instead, if it could not be drawn."""
        path = self.picture(shot)
        path.unlink(missing_ok=True)
        said = self._run(*shot.words, "--out", str(path))
        if not path.exists():
            return said.strip() or "nothing was drawn"
        self._seen[shot].add(path.read_bytes())
        return ""

    def has_drawn_as(self, other: "Tree", shot: Shot) -> bool:
        """Whether any picture that was drawn here is one that was drawn there."""
        return not self._seen[shot].isdisjoint(other._seen[shot])  # noqa: SLF001 (of our own kind)

    def picture(self, shot: Shot) -> Path:
        """Where it lies."""
        return self.pictures / f"{shot.name}.png"

    def _run(self, *words: str) -> str:
        command = [sys.executable, "-m", "client", "shot", *words]
        ran = subprocess.run(  # noqa: S603 (our own program)
            command, cwd=self.root, env=self._environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        return ran.stderr


def unequal(one: Path, other: Path) -> Unequal | None:
    """Compare two pictures, pixel for pixel."""
    from PySide6.QtGui import QImage  # noqa: PLC0415 (slow, and mostly not needed)

    first, second = (
        QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32) for path in (one, other)
    )
    if first.size() != second.size():
        return Unequal(-1, (0, 0, first.width(), first.height()))
    width, height = first.width(), first.height()
    rows = [bytes(image.constBits()) for image in (first, second)]
    at = [
        (number // 4 % width, number // 4 // width)
        for number in range(0, width * height * 4, 4)
        if rows[0][number : number + 3] != rows[1][number : number + 3]
    ]
    if not at:
        return None
    across, down = [x for x, _ in at], [y for _, y in at]
    return Unequal(len(at), (min(across), min(down), max(across), max(down)))


def compare(trees: Sequence[Tree], wanted: Sequence[Shot], jobs: int) -> Mapping[Shot, str]:
    """Draw everything by both; what differs, and how."""
    found = _compared(trees, wanted, jobs)
    for _ in range(_AGAIN):
        found = _compared(trees, tuple(found), jobs)
    return found


def _compared(trees: Sequence[Tree], wanted: Sequence[Shot], jobs: int) -> Mapping[Shot, str]:
    found = {}
    with ThreadPoolExecutor(jobs) as pool:
        drawn = [[pool.submit(tree.draw, shot) for tree in trees] for shot in wanted]
        for shot, drawing in zip(wanted, drawn, strict=True):
            said = _difference(shot, trees, [each.result() for each in drawing])
            print(f"{shot.name}: {said or 'equal'}", flush=True)
            if said:
                found[shot] = said
    return found


def _difference(shot: Shot, trees: Sequence[Tree], faults: Sequence[str]) -> str:
    if any(faults):
        return "not drawn: " + " / ".join(fault or "drawn" for fault in faults)
    if trees[0].has_drawn_as(trees[1], shot):
        return ""
    one, other = (tree.picture(shot) for tree in trees)
    found = unequal(one, other)
    if found is None:
        return ""
    if found.pixels < 0:
        return "of different sizes"
    left, top, right, bottom = found.where
    return f"{found.pixels} pixels differ, between ({left}, {top}) and ({right}, {bottom})"


def _lacking(trees: Sequence[Tree]) -> str:
    """What there is and would not be drawn."""
    drawn = {words.split()[1] for words in SCENES.values()}
    screens = set().union(*(tree.screens() for tree in trees)) - drawn
    if screens:
        return f"no scene shows: {', '.join(sorted(screens))}"
    languages = sorted(set().union(*(tree.languages() for tree in trees)))
    # `shot` speaks the first language; once there is another it has to be asked for it.
    return f"only one of these is drawn: {languages}" if len(languages) > 1 else ""


def main() -> int:
    """Compare; 0 if all pictures are equal."""
    parser = argparse.ArgumentParser(description="which screens look different in two source trees")
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--only", default="", metavar="WORD", help="scenes with this in the name")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the pictures there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.keep and asked.keep.exists():
        parser.error(f"{asked.keep} is there already")
    with tempfile.TemporaryDirectory(prefix="borgo-pictures-") as folder:
        scratch = asked.keep or Path(folder)
        trees = [Tree(asked.before, scratch / "before"), Tree(asked.after, scratch / "after")]
        lacking = _lacking(trees)
        if lacking:
            print(lacking)
            return 2
        wanted = [shot for shot in shots() if asked.only in shot.name]
        different = compare(trees, wanted, asked.jobs)
    print(f"{len(wanted)} pictures, {len(different)} different")
    for shot, said in different.items():
        print(f"  {shot.name}: {said}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
