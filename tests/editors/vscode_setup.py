"""A VS Code with the packaged extension and a new profile, and the sessions that are run in it."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

# No prompts, no updates, nothing that moves.
SETTINGS = {
    "chat.disableAIFeatures": True,
    "chat.mcp.access": "all",
    "editor.accessibilitySupport": "off",
    "editor.cursorBlinking": "solid",
    "editor.linkedEditing": True,
    "extensions.autoCheckUpdates": False,
    "extensions.autoUpdate": False,
    "files.autoSave": "off",
    "git.enabled": False,
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "workbench.reduceMotion": "on",
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
}


@dataclass(frozen=True)
class VSCode:
    """A VS Code with the packaged extension, a new profile, and no refrakt unless a site has one."""

    program: tuple[str, ...]
    """The command that runs a session."""
    locations: dict[str, Path]
    environment: dict[str, str]
    tmp_path: Path
    refrakt: Path
    seconds: float
    """How long the installation of the package took."""

    def __call__(self, session: Path, site: Path, *, own: bool = False, **variables: str) -> dict[str, Any]:
        """Run a session with a folder open; return what it and the witness have recorded.

        The editor gets its PATH from a login shell, so a test cannot set it: unless the extension brings its own, refrakt is in a
        `.venv` of the project.
        """
        if not own:
            (site / ".venv" / "bin").mkdir(parents=True)
            (site / ".venv" / "bin" / "refrakt").symlink_to(self.refrakt)
        task, answer = self.tmp_path / "task.json", self.tmp_path / "answer.json"
        locations = {**self.locations, "answer": answer, "site": site}
        task.write_text(json.dumps({name: str(place) for name, place in locations.items()}))
        environment = {**self.environment, **variables}
        done = subprocess.run(
            [*self.program, session, task], env=environment, capture_output=True, text=True, timeout=900, check=False
        )
        assert answer.exists(), done.stderr
        observed: dict[str, Any] = json.loads(answer.read_text())
        assert "failure" not in observed, f"{observed['failure']}\n{done.stderr}"
        return observed

    def settings(self, **changed: Any) -> None:
        file = self.locations["userData"] / "User" / "settings.json"
        file.write_text(json.dumps({**SETTINGS, **changed}))


class Package(NamedTuple):
    """The packaged extension, installed."""

    extensions: Path
    seconds: float
    """How long the installation took."""


def isolated() -> tuple[str, ...]:
    """The start of a command that runs with the loopback network alone."""
    command = ("unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh")
    if shutil.which("ip") is None or subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        pytest.skip("a network of its own needs the rights of root, and the program ip")
    return command


def new_profile(package: Package, editors: Path, refrakt: Path, environment: dict[str, str], tmp_path: Path) -> VSCode:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no Chromium on the PATH")
    user_data = tmp_path / "user-data"
    (user_data / "User").mkdir(parents=True)
    locations = {
        "chromium": Path(chromium),
        "codeServer": editors / "vscode" / "node_modules" / "code-server",
        "extensions": package.extensions,
        "shots": editors / "shots",
        "talk": tmp_path / "talk",
        "userData": user_data,
    }
    program = (str(editors / "node" / "bin" / "node"),)
    found = VSCode(program, locations, environment, tmp_path, refrakt, package.seconds)
    found.settings()
    return found
