"""What of a replay can be saved: its chronicle as text, the road and the verdict as pictures."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from client.screens.record_export import RecordExport

if TYPE_CHECKING:
    from client.screens.replay import ReplayScreen


class Saving:
    """The menu of what is saved."""

    def __init__(self, screen: "ReplayScreen") -> None:
        self._screen, parts, say = screen, screen.parts, screen.words.say
        self._export = RecordExport(screen.services, parts.head)
        self._export.told = parts.controls.place.setText
        menu = QMenu(screen)
        self._chronicle = menu.addAction(
            say("end.export-chronicle"), lambda: self._export.chronicle(screen.lines)
        )
        menu.addAction(say("end.export-road"), self._save_road)
        menu.addAction(say("end.export-verdict"), self._save_verdict)
        parts.save.setMenu(menu)

    def offer_chronicle(self, *, is_there: bool) -> None:
        """Offer the chronicle, once it is told and something is in it."""
        self._chronicle.setEnabled(is_there)

    def _save_road(self) -> None:
        model = self._screen.model
        if model is not None and model.record is not None:
            self._export.road(model.record)

    def _save_verdict(self) -> None:
        """Save the verdict; where there is none yet, begin to find it."""
        screen, model = self._screen, self._screen.model
        if model is None or model.record is None:
            return
        if screen.judged is None:
            screen.parts.tabs.setCurrentWidget(screen.parts.proof)
            screen.check()
        else:
            self._export.verdict(model.record, screen.judged, model.source)
