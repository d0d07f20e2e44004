"""Runs a command of the plan in processes that are killed before the 1st, 2nd, 3rd… operation on the disk.

    python kill_at_each_step.py FOLDER one-step|two-steps COMMAND JSON

`FOLDER/template` is copied to `FOLDER/1`, `FOLDER/2` and so on, until one of the processes gets to the end.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path

from refrakt.plugins import CommandContext, Disk
from refrakt.plugins.input_schema import validated_input
from refrakt.project import exclusive_rename
from refrakt_plan.plugin import plugin

EVENTS = {"os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename"}
MOST = 500


def run(root: Path, command: str, inputs: dict[str, object], fatal: int) -> None:
    count = 0

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        expected = event in EVENTS or (event == "open" and ".refrakt-" in str(arguments[0]))
        if expected and str(root) in str(arguments[0]):
            count += 1
            if count == fatal:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    declared = next(each for each in plugin.commands if each.name == command)
    assert declared.run is not None
    declared.run(validated_input(declared, inputs), CommandContext(root, {}, Disk(root)))


def main(folder: Path, way: str, command: str, arguments: dict[str, object]) -> None:
    if way == "two-steps":
        exclusive_rename._system_call = lambda: None  # type: ignore[assignment]
    for fatal in range(1, MOST):
        root = folder / str(fatal)
        shutil.copytree(folder / "template", root, symlinks=True)
        child = os.fork()
        if not child:
            code = 1
            try:
                run(root, command, arguments, fatal)
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status):
            sys.exit(os.waitstatus_to_exitcode(status))
    sys.exit("it never ends")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))
