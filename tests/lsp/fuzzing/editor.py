"""A simulated editor: files on disk, open buffers, and their changes."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from .recording_client import RecordingClient
from .texts import Text, Wrong

CREATED, CHANGED, DELETED = 1, 2, 3
CONFIG = """{"sites": {"main": {
  "contentDir": "./content",
  "plugins": ["@refrakt-md/marketing", "@refrakt-md/storytelling"]
}}}
"""
FILES = {
    "site/refrakt.config.json": CONFIG,
    "site/content/index.md": "# Home\n\nSee [setup](/docs/setup#linux) and [the 😀 tour](docs/tour.md).\n",
    "site/content/docs/setup.md": "---\ntitle: Setting up\n---\n\n# Setup\n\n## Linux\n\nText.\n",
    "site/content/docs/tour.md": '# Tour\n\nBack [home](/). {% xref "Veshra" /%} waits.\n',
    "site/content/people.md": '{% character name="Veshra" role="protagonist" %}\n## Backstory\nA smith.\n{% /character %}\n',
    "site/content/_partials/support.md": "Ask us.\n",
    "site/README.md": "# Not a page [x](/nope)\n",
    "other/refrakt.config.json": '{"sites": {"main": {"contentDir": "./content"}}}\n',
    "other/content/index.md": "# Other\n\n[Me](/) and [nobody](/x).\n",
    "other/content/b.md": "{% hint %}\nx\n{% /hint %}\n",
}
FOLDERS = ("site", "other")


@dataclass
class Buffer:
    uri: str
    path: Path
    version: int
    text: Text


class Editor:
    def __init__(self, top: Path, talk: RecordingClient, encoding: str) -> None:
        self.top = top
        self.talk = talk
        self.encoding = encoding
        self.buffers: dict[str, Buffer] = {}
        self.folders = {"site"}
        self.capabilities: dict[str, Any] = {}
        self.tokens: dict[str, tuple[str, list[int]]] = {}
        """The last semantic tokens of each file, and the name they go by."""
        talk.on_apply = self.apply

    # Files --------------------------------------------------------------------------------------------------------

    def pages(self) -> list[Path]:
        return sorted(path for name in FOLDERS for path in (self.top / name).rglob("*.md"))

    def write(self, path: Path, text: str) -> None:
        """Write a file outside the editor, and send the file event."""
        kind = CHANGED if path.exists() else CREATED
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8"))
        self.events((path, kind))

    def delete(self, path: Path) -> None:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
        self.events((path, DELETED))

    def events(self, *changes: tuple[Path, int]) -> None:
        result = [{"uri": path.as_uri(), "type": kind} for path, kind in changes]
        self.talk.notify("workspace/didChangeWatchedFiles", {"changes": result})

    def text_of(self, uri: str) -> Text | None:
        """The text of a file: its buffer, or the file on disk."""
        if uri in self.buffers:
            return self.buffers[uri].text
        path = _path(uri)
        return Text(path.read_bytes().decode("utf-8"), self.encoding) if path.is_file() else None

    # Buffers ------------------------------------------------------------------------------------------------------

    def open(self, path: Path, text: str | None = None) -> Buffer:
        if text is None:
            text = path.read_bytes().decode("utf-8") if path.exists() else ""
        uri = self.talk.open(path.as_uri(), text)
        self.buffers[uri] = Buffer(uri, path, 1, Text(text, self.encoding))
        return self.buffers[uri]

    def close(self, buffer: Buffer) -> None:
        del self.buffers[buffer.uri]
        self.talk.notify("textDocument/didClose", {"textDocument": {"uri": buffer.uri}})

    def edit(self, buffer: Buffer, changes: Iterable[tuple[int, int, str]], whole: bool = False) -> None:
        """Several changes in one notification."""
        result: list[dict[str, Any]] = []
        for start, end, new in changes:
            change: dict[str, Any] = {} if whole else {"range": buffer.text.range(start, end)}
            text = buffer.text.text
            text = text[:start] + new + text[end:]
            result.append({**change, "text": text if whole else new})
            buffer.text = Text(text, self.encoding)
        buffer.version += 1
        self.talk.change(buffer.uri, buffer.version, *result)

    def put(self, buffer: Buffer, text: str) -> None:
        """Replace the text of a buffer with one minimal change."""
        old = buffer.text.text
        if old != text:
            self.edit(buffer, [(0, len(old), text)])

    def save(self, buffer: Buffer) -> None:
        self.write(buffer.path, buffer.text.text)
        self.talk.notify("textDocument/didSave", {"textDocument": {"uri": buffer.uri}})

    # Changes of the server's ----------------------------------------------------------------------------------------

    def apply(self, edit: dict[str, Any]) -> bool:
        """Apply a workspace edit to buffers and closed files."""
        for uri, edits in (edit.get("changes") or {}).items():
            self._change(uri, None, edits)
        for step in edit.get("documentChanges") or ():
            match step.get("kind"):
                case None:
                    self._change(step["textDocument"]["uri"], step["textDocument"].get("version"), step["edits"])
                case "create":
                    path = _path(step["uri"])
                    if path.exists():
                        raise Wrong(f"{path.name} is to be made and is there")
                    self.write(path, "")
                case "rename":
                    self.move(_path(step["oldUri"]), _path(step["newUri"]))
                case "delete":
                    self.delete(_path(step["uri"]))
        return True

    def _change(self, uri: str, version: int | None, edits: list[dict[str, Any]]) -> None:
        buffer, text = self.buffers.get(uri), self.text_of(uri)
        if text is None:
            raise Wrong(f"{uri} is to be changed and is not there")
        if buffer is not None and version not in (None, buffer.version):
            raise Wrong(f"an edit is meant for version {version} of {buffer.version}")
        new = text.edited(edits)
        if buffer is not None:
            self.put(buffer, new)
        else:
            self.write(_path(uri), new)

    def move(self, old: Path, new: Path) -> None:
        """Rename a file; open buffers follow."""
        if new.exists():
            raise Wrong(f"{new.name} is there already")
        new.parent.mkdir(parents=True, exist_ok=True)
        open_below = [each for each in self.buffers.values() if each.path == old or old in each.path.parents]
        if old.exists():
            old.rename(new)
            self.events((old, DELETED), (new, CREATED))
        for each in open_below:
            text = each.text.text
            self.close(each)
            self.open(new / each.path.relative_to(old) if each.path != old else new, text)


def _path(uri: str) -> Path:
    return Path(unquote(urlsplit(uri).path))
