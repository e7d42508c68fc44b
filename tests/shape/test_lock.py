"""The lock names packages, versions and hashes, all that the project asks for, and no address."""

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.shape.tree import ROOT

LOCK = ROOT / "packaging/requirements.lock"


def locked_versions() -> dict[str, str]:
    lock = LOCK.read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+) ", lock, re.MULTILINE))


def test_the_lock_holds_names_versions_and_hashes_only() -> None:
    allowed = re.compile(r"[a-z0-9-]+==[\w.]+ \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not allowed.fullmatch(line)] == []


def test_the_lock_meets_every_requirement_of_the_project() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = settings["project"]
    asked = [
        *settings["build-system"]["requires"],
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    locked = locked_versions()
    unmet = [
        text
        for text in asked
        if not (asks := Requirement(text)).specifier.contains(
            locked.get(canonicalize_name(asks.name), "0")
        )
    ]
    assert unmet == []
