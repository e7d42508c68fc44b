"""Settings that cannot be read are said so, kept, and replaced by those shipped."""

import json
from pathlib import Path

import pytest

from client.settings import BadSettings, Settings, checked, load, save
from client.words.words import Words


def test_settings_are_kept(tmp_path: Path) -> None:
    chosen = Settings(name="Ana", palette="night", passes=("day.free",))
    save(chosen, tmp_path)
    assert load(tmp_path) == (chosen, None)


def test_without_a_file_the_shipped_settings_hold(tmp_path: Path) -> None:
    assert load(tmp_path) == (Settings(), None)


def test_what_an_older_program_kept_is_read(tmp_path: Path) -> None:
    """Whoever wanted not to be asked before what cannot be taken back answers with one press."""
    older = {"name": "Ana", "confirm_clicks": False, "sound": True}
    (tmp_path / "settings.json").write_text(json.dumps(older))
    assert load(tmp_path) == (Settings(name="Ana", confirm_clicks=False, sound=True), None)
    assert Settings().confirm_clicks


def test_what_a_later_program_kept_is_read(tmp_path: Path) -> None:
    """Fields are only added, and a moment of later rules is none that we could pass."""
    later = {"name": "Ana", "colour": 1, "layout": [{}], "passes": ["day.free", "breakfast"]}
    (tmp_path / "settings.json").write_text(json.dumps(later))
    assert load(tmp_path) == (Settings(name="Ana", passes=("day.free",)), None)
    save(load(tmp_path).settings, tmp_path)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "Expecting"),
        ('{"palette": "pink"}', "pink"),
        ('{"text_percent": 5}', "text_percent"),
        ('{"passes": ["day.free", 1]}', "passes"),
        ('{"passes": "day.free"}', "passes"),
        ('{"side": "renfield"}', "renfield"),
        ('{"pace_ms": "fast"}', "pace_ms"),
    ],
)
def test_a_bad_file_is_explained_and_kept(tmp_path: Path, written: str, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(written)
    loaded = load(tmp_path)
    assert loaded.settings == Settings()
    assert loaded.fault is not None
    assert said in Words(strict=True).error(loaded.fault)
    assert [each.read_text() for each in tmp_path.glob("settings.bad-*.json")] == [written]
    assert not path.exists()


def test_bad_files_do_not_overwrite_one_another(tmp_path: Path) -> None:
    for written in ("{", "["):
        (tmp_path / "settings.json").write_text(written)
        load(tmp_path)
    assert len(list(tmp_path.glob("settings.bad-*.json"))) == 2


def test_settings_are_judged_before_they_are_kept(tmp_path: Path) -> None:
    with pytest.raises(BadSettings):
        save(Settings(passes=("breakfast",)), tmp_path)
    assert checked(Settings()) == Settings()
