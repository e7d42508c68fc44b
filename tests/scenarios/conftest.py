"""Makes every scenario file a test that cites the clauses the scenario names."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest._code.code import TerminalRepr

from client.workshop.scenario import runner
from engine.errors import BadScenario


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".toml":
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class ScenarioFailed(Exception):
    """What did not come out as the scenario expects."""


class ScenarioFile(pytest.File):
    """A file with one scenario."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            document = tomllib.loads(self.path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise self.CollectError(f"{self.path.name}: {error}") from error
        item = ScenarioItem.from_parent(self, name=self.path.stem, document=document)
        named = document.get("clauses", [])
        item.add_marker(pytest.mark.rule(*([named] if isinstance(named, str) else named)))
        yield item


class ScenarioItem(pytest.Item):
    """One scenario to be run."""

    def __init__(self, *, document: dict[str, object], **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self._document = document

    def runtest(self) -> None:
        report = runner.run(runner.parse(self._document, self.path.name))
        if not report.holds:
            raise ScenarioFailed("\n".join((*report.failures, "", "what happened:", *report.diary)))

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002
    ) -> str | TerminalRepr:
        if isinstance(excinfo.value, ScenarioFailed | BadScenario):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, str(self._document.get("title", self.name))
