"""The commands of the cache. Numbers are scenarios of the acceptance list."""

from __future__ import annotations

import io
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from forge.registry_server import COMMANDS, Project, TestRegistry, entry
from refrakt.hosts.cli.plugin_command import run_command
from refrakt.plugins import RefraktError
from refrakt_forge.environment import CACHE_VARIABLE
from refrakt_forge.registries.cache_files import shown_size

DAY = 24 * 60 * 60
EMPTY = {
    "manifests": {"count": 0, "size": "0 Bytes", "oldestEntry": "", "newestEntry": ""},
    "downloads": {"count": 0, "size": "0 Bytes"},
    "totalSize": "0 Bytes",
    "location": "~/.fractary/cache",
}


def put(
    project: Project, path: str, days: float, order: tuple[str, ...] = ("url", "fetched_at", "ttl", "manifest")
) -> Path:
    """An entry of this age."""
    fetched = int((time.time() - days * DAY) * 1000)
    values: dict[str, Any] = {
        "url": "https://r.example/",
        "fetched_at": fetched,
        "ttl": 60,
        "manifest": {"plugins": []},
    }
    target = project.cache / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({key: values[key] for key in order}, separators=(",", ":")), "utf-8")
    return target


@pytest.fixture
def filled(project: Project) -> Project:
    """Two manifests of 1 and 40 days, the older one with its members in another order, and a download of 2 days."""
    put(project, "manifests/new.json", 1)
    put(project, "manifests/old.json", 40, ("url", "manifest", "fetched_at", "ttl"))
    put(project, "downloads/one.json", 2)
    return project


def cleared(manifests: int, downloads: int, size: str, success: bool = True) -> dict[str, Any]:
    return {"success": success, "cleared": {"manifests": manifests, "downloads": downloads, "totalSize": size}}


def test_an_empty_cache(project: Project) -> None:
    assert project.call("cache-stats") == EMPTY
    assert project.call("cache-clear") == cleared(0, 0, "0 Bytes")
    assert not project.cache.exists(), "neither command creates it"


def test_entries_older_than_a_number_of_days_are_cleared(filled: Project) -> None:
    old = filled.cache / "manifests" / "old.json"
    size = old.stat().st_size
    before = filled.call("cache-stats")
    assert (before["manifests"]["count"], before["downloads"]["count"]) == (2, 1)
    assert before["manifests"]["oldestEntry"] < before["manifests"]["newestEntry"]
    assert filled.call("cache-clear", type="manifests", olderThan=30) == cleared(1, 0, f"{size} Bytes")
    assert sorted(each.name for each in filled.cache.rglob("*.json")) == ["new.json", "one.json"]
    after = filled.call("cache-stats")
    assert (after["manifests"]["count"], after["downloads"]["count"]) == (1, 1)
    assert after["manifests"]["oldestEntry"] == after["manifests"]["newestEntry"] == before["manifests"]["newestEntry"]


@pytest.mark.parametrize(
    ("arguments", "manifests", "downloads"),
    [
        ({}, 2, 1),
        ({"type": "all"}, 2, 1),
        ({"type": None, "olderThan": None}, 2, 1),
        ({"type": "downloads"}, 0, 1),
        ({"type": "manifests"}, 2, 0),
        ({"olderThan": 0}, 2, 1),
        ({"olderThan": 1000}, 0, 0),
    ],
)
def test_what_is_cleared(filled: Project, arguments: dict[str, Any], manifests: int, downloads: int) -> None:
    result = filled.call("cache-clear", **arguments)["cleared"]
    assert (result["manifests"], result["downloads"]) == (manifests, downloads)
    assert len(list(filled.cache.rglob("*.json"))) == 3 - manifests - downloads


@pytest.mark.parametrize(
    "arguments",
    [{"olderThan": -1}, {"olderThan": "5"}, {"type": "everything"}, {"pattern": "../../config"}, {"yes": True}],
)
def test_invalid_input_clears_nothing(filled: Project, arguments: dict[str, Any]) -> None:
    with pytest.raises(RefraktError):
        filled.call("cache-clear", **arguments)
    assert len(list(filled.cache.rglob("*.json"))) == 3


def test_only_entries_are_removed(filled: Project, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}", "utf-8")
    config = filled.write("config.json", {"registries": []}, user=True)
    manifests = filled.cache / "manifests"
    (manifests / "link.json").symlink_to(outside)
    (manifests / "folder.json").mkdir()
    (manifests / "folder.json" / "inner.json").write_text("{}", "utf-8")
    (manifests / "notes.txt").write_text("mine", "utf-8")
    (filled.cache / "other.json").write_text("{}", "utf-8")
    os.mkfifo(manifests / "pipe.json")
    result = filled.call("cache-clear")
    assert (result["success"], result["cleared"]["manifests"]) == (True, 2)
    assert outside.exists()
    assert config.exists()
    assert (filled.cache / "other.json").exists()
    assert sorted(each.name for each in manifests.iterdir()) == ["folder.json", "link.json", "notes.txt", "pipe.json"]
    assert (manifests / "folder.json" / "inner.json").exists()


def test_a_folder_of_the_cache_that_is_a_link_is_left_alone(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "x.json").write_text("{}", "utf-8")
    project.cache.mkdir()
    (project.cache / "manifests").symlink_to(elsewhere)
    assert project.call("cache-stats") == EMPTY
    assert project.call("cache-clear") == cleared(0, 0, "0 Bytes")
    assert (elsewhere / "x.json").exists()


def test_the_age_of_a_corrupted_entry_is_that_of_its_file(project: Project) -> None:
    path = put(project, "manifests/x.json", 0)
    path.write_text('{"url": "cut', "utf-8")
    os.utime(path, (time.time() - 50 * DAY,) * 2)
    assert project.call("cache-stats")["manifests"]["count"] == 1
    assert project.call("cache-clear", olderThan=30)["cleared"]["manifests"] == 1


def test_an_impossible_date_is_not_shown(project: Project) -> None:
    path = put(project, "manifests/x.json", 0)
    path.write_text('{"url":"u","fetched_at":999999999999999,"ttl":1,"manifest":1}', "utf-8")
    assert project.call("cache-stats")["manifests"]["newestEntry"] == ""


def test_files_that_cannot_be_removed_are_reported(filled: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.unlink

    def unlink(path: Any) -> None:
        if str(path).endswith("old.json"):
            raise PermissionError
        if str(path).endswith("one.json"):
            real(path)
        real(path)

    monkeypatch.setattr("refrakt_forge.registries.cache_files.os.unlink", unlink)
    result = filled.call("cache-clear")
    assert (result["success"], result["cleared"]["manifests"], result["cleared"]["downloads"]) == (False, 1, 0)


def test_the_location_follows_the_variable(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "elsewhere"))
    assert project.call("cache-stats")["location"] == str(tmp_path / "elsewhere")


def test_a_project_does_not_choose_the_folder(project: Project, registry: TestRegistry) -> None:
    project.configure(entry(registry.url()), user=False, cache={"directory": "."})
    assert project.call("cache-stats")["location"] == "~/.fractary/cache"


def test_the_cache_of_a_search_is_counted_and_private(project: Project, registry: TestRegistry) -> None:
    registry.plugin("@acme/p")
    project.configure(entry(registry.url()))
    project.call("search", query="")
    (path,) = project.cached()
    assert path.name.startswith("test-")
    assert path.stat().st_mode & 0o077 == 0
    assert project.call("cache-stats")["manifests"]["count"] == 1


@pytest.mark.parametrize(
    ("size", "shown"),
    [
        (0, "0 Bytes"),
        (55, "55 Bytes"),
        (1023, "1023 Bytes"),
        (1024, "1 KB"),
        (1536, "1.5 KB"),
        (1024 * 1024 - 1, "1024 KB"),
        (1234567, "1.18 MB"),
        (5 * 1024**3, "5 GB"),
        (5 * 1024**5, "5120 TB"),
    ],
)
def test_sizes(size: int, shown: str) -> None:
    assert shown_size(size) == shown


# Shell ----------------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shell(project: Project, monkeypatch: pytest.MonkeyPatch, command: str, *arguments: str) -> int:
    monkeypatch.chdir(project.root)
    return run_command(COMMANDS[command], list(arguments), f"refrakt forge {command}")


def test_the_shell_asks_before_it_clears(
    filled: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert shell(filled, monkeypatch, "cache-clear") == 1
    assert "Clear manifests and downloads in ~/.fractary/cache? [y/N]" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert shell(filled, monkeypatch, "cache-clear") == 1
    assert "Pass --yes" in capsys.readouterr().err
    assert len(list(filled.cache.rglob("*.json"))) == 3
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert shell(filled, monkeypatch, "cache-clear", "--type", "downloads") == 0
    assert "Cleared 0 manifests and 1 downloads" in capsys.readouterr().out
    assert shell(filled, monkeypatch, "cache-clear", "--older-than", "30", "--yes", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["cleared"]["manifests"] == 1


def test_the_shell_shows_the_same_figures(
    filled: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell(filled, monkeypatch, "cache-stats", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == filled.call("cache-stats")
    assert shell(filled, monkeypatch, "cache-stats") == 0
    out = capsys.readouterr().out
    assert "manifests:  2 (" in out
    assert "location:   ~/.fractary/cache" in out
