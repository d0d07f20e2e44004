"""`plan serve` runs `refrakt preview` for the folder of the plan."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.plans import Shell, entity, write
from refrakt.hosts.cli.commands import preview


@pytest.fixture
def previews(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The arguments of previews, which are not run."""
    found: list[list[str]] = []

    def run(argv: list[str], prog: str) -> int:
        found.append(argv)
        return 0

    monkeypatch.setattr(preview, "run", run)
    return found


def test_it_previews_the_plan(tmp_path: Path, shell: Shell, previews: list[list[str]]) -> None:
    write(tmp_path, {"plan/work/a.md": entity("work", "A"), "todo/b.md": entity("work", "B")})
    assert shell("serve").code == 0
    assert shell("serve", "--no-open", "--port", "8123", "--dir", "todo").code == 0
    assert previews == [[str(tmp_path / "plan")], ["--port=8123", "--no-open", str(tmp_path / "todo")]]


def test_a_missing_plan_is_reported(shell: Shell, previews: list[list[str]]) -> None:
    shown = shell("serve", "--no-open")
    assert (shown.code, previews) == (2, [])
    assert "no such folder" in shown.err
