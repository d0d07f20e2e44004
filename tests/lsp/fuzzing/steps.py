"""The steps of an editor session, one function each. A step that does not apply does nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from .editor import FOLDERS, Buffer, Editor
from .requests import EDITING, OPTIONS, RESOLVED, check_ranges, check_tokens, methods, params_for
from .texts import TYPED, Text, Wrong, page, piece

SETTINGS: list[dict[str, Any]] = [
    {},
    {"diagnostics": False},
    {"rules": {"broken-link": "off"}},
    {"rules": {"unknown-rune": "hint"}},
    {"closedPages": False},
]
ENDINGS = ("", "", "a/", "docs/", "docs/deep/")


class Step(NamedTuple):
    """A kind of step and the seed of its choices."""

    kind: str
    number: int


def open_(rng: Random, editor: Editor) -> None:
    closed = [path for path in editor.pages() if path.as_uri() not in editor.buffers]
    if closed and rng.random() < 0.7:
        path = rng.choice(closed)
        editor.open(path, page(rng) if rng.random() < 0.2 else None)
    else:
        path = editor.top / rng.choice(FOLDERS) / "content" / rng.choice(ENDINGS) / f"new-{rng.randint(1, 9)}.md"
        if path.as_uri() not in editor.buffers:
            editor.open(path, page(rng))


def close(rng: Random, editor: Editor) -> None:
    if len(editor.buffers) > 1:
        editor.close(_any(rng, editor))


def save(rng: Random, editor: Editor) -> None:
    if editor.buffers:
        editor.save(_any(rng, editor))


def edit(rng: Random, editor: Editor) -> None:
    if not editor.buffers:
        return
    buffer = _any(rng, editor)
    if rng.random() < 0.05:
        editor.edit(buffer, [(0, len(buffer.text.text), page(rng))], whole=True)
        return
    text, changes = buffer.text, []
    for _ in range(rng.choice((1, 1, 1, 2, 3, 12))):
        start = text.spot(rng)
        end = min(start + rng.choice((0, 0, 0, 1, 2, 30)), len(text.text))
        if text.text[end - 1 : end + 1] == "\r\n":
            end += 1
        new = piece(rng) if rng.random() < 0.75 else ""
        changes.append((start, end, new))
        text = Text(text.text[:start] + new + text.text[end:], text.encoding)
    editor.edit(buffer, changes)


def type_(rng: Random, editor: Editor) -> None:
    """Keystrokes, with the requests that editors send meanwhile."""
    if not editor.buffers:
        return
    buffer = _any(rng, editor)
    at = len(buffer.text.text) if rng.random() < 0.3 else buffer.text.spot(rng)
    known = methods(editor.capabilities)
    for key in rng.choice(TYPED):
        editor.edit(buffer, [(at, at, key)])
        at += 1
        if key in "}\n|" and "textDocument/onTypeFormatting" in known:
            where = buffer.text.position(at)
            if key == "\n" and buffer.text.text[at - 2 : at] == "\r\n":
                continue
            params = {"textDocument": {"uri": buffer.uri}, "position": where, "ch": key, "options": OPTIONS}
            behind = len(buffer.text.text) - at
            editor.put(buffer, buffer.text.edited(editor.talk.request("textDocument/onTypeFormatting", params) or []))
            at = max(len(buffer.text.text) - behind, 0)
        elif key in " %[(" and "textDocument/completion" in known:
            cursor = {"textDocument": {"uri": buffer.uri}, "position": buffer.text.position(at)}
            editor.talk.send_request("textDocument/completion", cursor)


def disk(rng: Random, editor: Editor) -> None:
    """Another program writes, creates or deletes a file."""
    pages = editor.pages()
    path = rng.choice(pages)
    if rng.random() < 0.3 and len(pages) > 4:
        editor.delete(path)
    elif rng.random() < 0.5:
        editor.write(path, page(rng))
    else:
        name = f"made-{rng.randint(1, 9)}.md"
        editor.write(editor.top / rng.choice(FOLDERS) / "content" / rng.choice(ENDINGS) / name, page(rng))


def settings(rng: Random, editor: Editor) -> None:
    configure(editor, rng.choice(SETTINGS))


def configure(editor: Editor, expected: dict[str, Any]) -> None:
    editor.talk.settings = expected
    editor.talk.notify("workspace/didChangeConfiguration", {"settings": {"refrakt": expected}})


def folders(rng: Random, editor: Editor) -> None:
    show_folders(editor, set(rng.sample(FOLDERS, rng.randint(0, len(FOLDERS)))))


def show_folders(editor: Editor, expected: set[str]) -> None:
    def named(names: set[str]) -> list[dict[str, str]]:
        return [{"uri": (editor.top / name).as_uri(), "name": name} for name in sorted(names)]

    event = {"added": named(expected - editor.folders), "removed": named(editor.folders - expected)}
    editor.folders = expected
    editor.talk.notify("workspace/didChangeWorkspaceFolders", {"event": event})


def request(rng: Random, editor: Editor) -> None:
    """One request; its result is checked and often applied."""
    if not editor.buffers:
        return
    buffer, method = _any(rng, editor), rng.choice(methods(editor.capabilities))
    result = editor.talk.request(method, params_for(method, rng, editor, buffer))
    check_ranges(editor, buffer, result)
    if method in EDITING and result and rng.random() < 0.7:
        editor.put(buffer, buffer.text.edited(result))
    if method.startswith("textDocument/semanticTokens"):
        _take_tokens(editor, buffer, result or {}, method)
    provider, resolve = RESOLVED.get(method, ("", ""))
    items = result.get("items") if isinstance(result, dict) else result
    received = editor.capabilities.get(provider)
    if items and isinstance(received, dict) and received.get("resolveProvider"):
        item = editor.talk.request(resolve, rng.choice(items)) or {}
        if method == "textDocument/codeAction" and rng.random() < 0.5:
            _act(editor, item)


def _take_tokens(editor: Editor, buffer: Buffer, result: dict[str, Any], method: str) -> None:
    """Tokens are inside the text, and the delta turns the old tokens into the current ones."""
    data: list[int] | None = result.get("data")
    if "edits" in result:
        data = list(editor.tokens[buffer.uri][1])
        for each in sorted(result["edits"], key=lambda each: -int(each["start"])):
            data[each["start"] : each["start"] + each["deleteCount"]] = each.get("data") or []
        now = editor.talk.request("textDocument/semanticTokens/full", {"textDocument": {"uri": buffer.uri}})
        if data != now["data"]:
            raise Wrong("the changes of the tokens do not make the tokens there are")
        result = now
    if data is not None:
        check_tokens(buffer, data)
        if "resultId" in result and not method.endswith("range"):
            editor.tokens[buffer.uri] = result["resultId"], data


def _act(editor: Editor, action: dict[str, Any]) -> None:
    if action.get("edit") and not action.get("disabled"):
        editor.apply(action["edit"])
    command = action.get("command")
    known = editor.capabilities["executeCommandProvider"]["commands"]
    if isinstance(command, dict) and command["command"] in known:
        received = {"command": command["command"], "arguments": command.get("arguments", [])}
        editor.talk.request("workspace/executeCommand", received)


def burst(rng: Random, editor: Editor) -> None:
    """Requests and keystrokes at once, without waiting for responses."""
    known = methods(editor.capabilities)
    for _ in range(rng.randint(2, 12)):
        if not editor.buffers:
            return
        if rng.random() < 0.4:
            edit(rng, editor)
        else:
            method = rng.choice(known)
            number = editor.talk.send_request(method, params_for(method, rng, editor, _any(rng, editor)))
            if rng.random() < 0.3:
                editor.talk.cancel(number)


def workspace_diagnostics(rng: Random, editor: Editor) -> None:
    """A request that may stay open until something changes."""
    provider = editor.capabilities.get("diagnosticProvider") or {}
    if provider.get("workspaceDiagnostics"):
        number = editor.talk.send_request("workspace/diagnostic", {"previousResultIds": []})
        if rng.random() < 0.5:
            editor.talk.cancel(number)


def rename(rng: Random, editor: Editor) -> None:
    """Rename the symbol at the cursor and apply the edit."""
    if not editor.buffers or not editor.capabilities.get("renameProvider"):
        return
    provider = editor.capabilities["renameProvider"]
    prepares = isinstance(provider, dict) and provider.get("prepareProvider")
    new = rng.choice(["renamed", "Neu 😀", "a-b", "docs/other", "x"])
    for _ in range(8):
        # Most positions have no symbol to rename.
        buffer = _any(rng, editor)
        params = params_for("textDocument/prepareRename", rng, editor, buffer)
        if prepares:
            found = editor.talk.request("textDocument/prepareRename", params)
            check_ranges(editor, buffer, found)
            if found is None:
                continue
        result = editor.talk.request("textDocument/rename", {**params, "newName": new})
        if result:
            editor.apply(result)
            return


def move(rng: Random, editor: Editor) -> None:
    """Move a file in the editor's file explorer."""
    shown = (editor.capabilities.get("workspace") or {}).get("fileOperations") or {}
    old = rng.choice(editor.pages())
    new = old.parent / rng.choice(("", "sub")) / f"moved-{rng.randint(1, 9)}.md"
    if new.exists() or new.as_uri() in editor.buffers:
        return
    files = {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]}
    if "willRename" in shown:
        editor.apply(editor.talk.request("workspace/willRenameFiles", files) or {})
    editor.move(old, new)
    if "didRename" in shown:
        editor.talk.notify("workspace/didRenameFiles", files)


STEPS: dict[str, tuple[int, Callable[[Random, Editor], None]]] = {
    "open": (8, open_),
    "close": (3, close),
    "save": (3, save),
    "edit": (20, edit),
    "type": (10, type_),
    "disk": (4, disk),
    "settings": (2, settings),
    "folders": (2, folders),
    "request": (35, request),
    "burst": (6, burst),
    "workspace-diagnostics": (2, workspace_diagnostics),
    "rename": (5, rename),
    "move": (2, move),
}


def script(seed: int, length: int) -> list[Step]:
    """The script of a seed, deterministic."""
    rng = Random(seed)
    kinds, weights = list(STEPS), [weight for weight, _ in STEPS.values()]
    drawn = rng.choices(kinds, weights, k=length - 2)
    return [Step(kind, rng.randrange(1 << 32)) for kind in ("open", "open", *drawn)]


def written(steps: list[Step]) -> str:
    return json.dumps(steps)


def _any(rng: Random, editor: Editor) -> Buffer:
    return editor.buffers[rng.choice(sorted(editor.buffers))]
