"""A scenario in an editor: one server for all of them, which gets each project as a folder of its own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lsp.wire import Client, Message

from .archive import Scenario

SEVERITIES = {1: "error", 2: "warning", 3: "info", 4: "hint"}
PATIENCE = 30.0


class Editor:
    """An editor with one open project, which applies all edits."""

    def __init__(self, client: Client, root: Path, scenario: Scenario) -> None:
        self.client = client
        self.root = root
        self.files = dict(scenario.files)
        self.cursor = scenario.cursor
        client.notify(
            "workspace/didChangeWorkspaceFolders",
            {"event": {"added": [{"uri": root.as_uri(), "name": root.name}], "removed": []}},
        )
        self.indexed()

    def leave(self) -> None:
        folder = {"uri": self.root.as_uri(), "name": self.root.name}
        self.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [folder]}})

    def indexed(self) -> None:
        """Wait until the pages are indexed and the queue is empty."""
        until = time.monotonic() + PATIENCE
        while True:
            roots = {each["root"]: each for each in self.client.request("refrakt/status")["roots"]}
            here = roots.get(str(self.root))
            if here is not None and here["pages"] is not None and here["indexing"] is None and not here["busy"]:
                return
            assert time.monotonic() < until, roots
            time.sleep(0.02)

    # Steps ------------------------------------------------------------------------------------------------------------

    def check(self, argument: str) -> list[str]:
        uris = {path: self._open(path) for path in self.files if path.endswith((".md", ".mdoc"))}
        self.indexed()
        found: list[str] = []
        for path, uri in uris.items():
            diagnostics = self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
            found += [_line(path, each["range"], SEVERITIES[each["severity"]], each) for each in diagnostics]
        for uri in uris.values():
            self._close(uri)
        return found

    def definition(self, argument: str) -> list[str]:
        found = self._request("textDocument/definition") or []
        return [self._location(each.get("targetUri") or each["uri"], _selected(each)) for each in found]

    def references(self, argument: str) -> list[str]:
        found = self._request("textDocument/references", context={"includeDeclaration": False}) or []
        return [self._location(each["uri"], each["range"]) for each in found]

    def complete(self, argument: str) -> list[str]:
        found = self._request("textDocument/completion")
        return [each["label"] for each in found["items"]] if found else []

    def hover(self, argument: str) -> str:
        found = self._request("textDocument/hover")
        return str(found["contents"]["value"]) if found else ""

    def rename(self, argument: str) -> dict[str, str]:
        self._apply(self._request("textDocument/rename", newName=argument.partition(" -> ")[2]))
        return self.files

    def move(self, argument: str) -> dict[str, str]:
        old, _, new = argument.partition(" -> ")
        pair = {"oldUri": (self.root / old).as_uri(), "newUri": (self.root / new).as_uri()}
        self._apply(self.client.request("workspace/willRenameFiles", {"files": [pair]}))
        self._apply({"documentChanges": [{"kind": "rename", **pair}]})
        return self.files

    def format(self, argument: str) -> dict[str, str]:
        uri = self._open(argument)
        options = {"tabSize": 2, "insertSpaces": True}
        params = {"textDocument": {"uri": uri}, "options": options}
        edits = self.client.request("textDocument/formatting", params) or []
        self._close(uri)
        self.files[argument] = _edited(self.files[argument], edits)
        return self.files

    def fix(self, argument: str) -> dict[str, str]:
        uri = self._open(argument)
        end = {"line": self.files[argument].count("\n") + 1, "character": 0}
        range_ = {"start": {"line": 0, "character": 0}, "end": end}
        self.indexed()
        context = {"diagnostics": [], "only": ["source.fixAll"]}
        params = {"textDocument": {"uri": uri}, "range": range_, "context": context}
        for action in self.client.request("textDocument/codeAction", params) or ():
            whole = action if "edit" in action else self.client.request("codeAction/resolve", action)
            self._apply(whole["edit"])
        self._close(uri)
        return self.files

    def action(self, argument: str) -> dict[str, str]:
        """An action at the cursor, by its title."""
        assert self.cursor is not None
        path, offset = self.cursor
        uri = self._open(path)
        self.indexed()
        range_ = _position(self.files[path], offset)
        diagnostics = self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
        here = [
            each
            for each in diagnostics
            if each["range"]["start"]["line"] <= range_["line"] <= each["range"]["end"]["line"]
        ]
        params = {
            "textDocument": {"uri": uri},
            "range": {"start": range_, "end": range_},
            "context": {"diagnostics": here},
        }
        found = {each["title"]: each for each in self.client.request("textDocument/codeAction", params) or ()}
        assert argument in found, sorted(found)
        action = (
            found[argument] if "edit" in found[argument] else self.client.request("codeAction/resolve", found[argument])
        )
        self._apply(action["edit"])
        self._close(uri)
        return self.files

    # Texts ------------------------------------------------------------------------------------------------------------

    def _request(self, method: str, **more: Any) -> Any:
        assert self.cursor is not None, "this step needs a cursor"
        path, offset = self.cursor
        uri = self._open(path)
        self.indexed()
        params = {"textDocument": {"uri": uri}, "position": _position(self.files[path], offset), **more}
        result = self.client.request(method, params)
        self._close(uri)
        return result

    def _open(self, path: str) -> str:
        return self.client.open(f"{(self.root / path).as_uri()}", self.files[path])

    def _close(self, uri: str) -> None:
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def _path(self, uri: str) -> str:
        return Path(unquote(urlsplit(uri).path)).relative_to(self.root).as_posix()

    def _location(self, uri: str, range_: Message) -> str:
        return f"{self._path(uri)}:{range_['start']['line'] + 1}"

    def _apply(self, edit: Message | None) -> None:
        """Apply an edit to the texts and on disk, and notify the server."""
        changes: list[Message] = []
        for step in _steps(edit or {}):
            if step.get("kind") == "rename":
                old, new = self.root / self._path(step["oldUri"]), self.root / self._path(step["newUri"])
                new.parent.mkdir(parents=True, exist_ok=True)
                old.rename(new)
                names = [self._path(step[each]) for each in ("oldUri", "newUri")]
                for path in [each for each in self.files if each == names[0] or each.startswith(f"{names[0]}/")]:
                    self.files[names[1] + path.removeprefix(names[0])] = self.files.pop(path)
                changes += [{"uri": step["oldUri"], "type": 3}, {"uri": step["newUri"], "type": 1}]
            elif step.get("kind") == "create":
                path = self._path(step["uri"])
                assert path not in self.files, f"{path} is there already"
                self._write(path, "")
                changes.append({"uri": step["uri"], "type": 1})
            else:
                path = self._path(step["textDocument"]["uri"])
                self._write(path, _edited(self.files[path], step["edits"]))
                changes.append({"uri": step["textDocument"]["uri"], "type": 2})
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def _write(self, path: str, text: str) -> None:
        self.files[path] = text
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_bytes(text.encode())


def _steps(edit: Message) -> list[Message]:
    if "documentChanges" in edit:
        return list(edit["documentChanges"])
    return [{"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit.get("changes", {}).items()]


def _edited(text: str, edits: list[Message]) -> str:
    edits_by_offset = [
        (_offset(text, each["range"]["start"]), _offset(text, each["range"]["end"]), each["newText"]) for each in edits
    ]
    for start, end, new in sorted(edits_by_offset, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _selected(found: Message) -> Message:
    range_: Message = found.get("targetSelectionRange") or found["range"]
    return range_


def _line(path: str, range_: Message, severity: str, each: Message) -> str:
    start, end = range_["start"], range_["end"]
    last = "" if end["line"] == start["line"] else f"{end['line'] + 1}:"
    where = f"{path}:{start['line'] + 1}:{start['character'] + 1}-{last}{end['character'] + 1}"
    return f"{where} {severity}[{each['code']}] {each['message'].splitlines()[0]}"


def _position(text: str, offset: int) -> Message:
    before = text[:offset]
    line = before.rpartition("\n")[2]
    return {"line": before.count("\n"), "character": len(line.encode("utf-32-le")) // 4}


def _offset(text: str, position: Message) -> int:
    lines = text.split("\n")
    return sum(len(each) + 1 for each in lines[: position["line"]]) + int(position["character"])
