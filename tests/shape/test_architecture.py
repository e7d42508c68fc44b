"""The tree in ARCHITECTURE.md is the one on disk: two levels of folders, one sentence each."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.shape.tree import ROOT, is_ours

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
MOST_LINES = 60
_LINE = re.compile(r"(  )?(\w+)/ +(.+)")


def test_the_tree_names_every_folder_once_and_no_other() -> None:
    named = [folder for folder, _ in _told()]
    assert sorted(named) == sorted(set(named))
    assert set(named) == {each.relative_to(ROOT).as_posix() for each in _folders()}


def test_each_folder_has_one_sentence() -> None:
    told = dict(_told())
    many = {folder: said for folder, said in told.items() if not _is_a_sentence(said)}
    assert many == {}


def test_the_tree_is_short() -> None:
    assert len(_lines()) <= MOST_LINES


def test_every_path_on_the_page_exists() -> None:
    paths = re.findall(r"`([\w/]+/[\w.]+\.(?:py|md|toml))`", PAGE)
    paths += re.findall(r"\]\((\S+)\)", PAGE)
    starts = [path for path in paths if (ROOT / path.split("/")[0]).exists()]
    assert len(starts) > 20
    assert [path for path in starts if not (ROOT / path).exists()] == []


def _lines() -> list[str]:
    tree = PAGE.partition("## The tree\n\n```\n")[2].partition("```")[0]
    return tree.splitlines()


def _told() -> Iterator[tuple[str, str]]:
    """Each folder as a path, with what is said of it."""
    top = ""
    for line in _lines():
        found = _LINE.fullmatch(line)
        assert found is not None, line
        inside, name, said = found.groups()
        top = top if inside else name
        yield f"{top}/{name}" if inside else name, said


def _folders() -> Iterator[Path]:
    """The folders on disk that hold something we wrote, two levels deep."""
    for top in _inside(ROOT):
        yield top
        yield from _inside(top)


def _inside(folder: Path) -> Iterator[Path]:
    for each in sorted(folder.iterdir()):
        if each.is_dir() and not each.name.startswith(".") and is_ours(each) and any(_files(each)):
            yield each


def _files(folder: Path) -> Iterator[Path]:
    """Files that somebody wrote: a folder that was moved leaves compiled code behind."""
    return (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")


def _is_a_sentence(said: str) -> bool:
    return said[0].isupper() and said.endswith(".") and ". " not in said
