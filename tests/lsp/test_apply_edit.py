"""`workspace/applyEdit`: agents' tools change open files in the editor."""

from __future__ import annotations

import asyncio
import json
import os
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plugins import pen
from plugins.installation import Installation
from process.peers import Relayed
from refrakt.errors import RefraktError
from refrakt.hosts.lsp import apply_edit
from refrakt.hosts.lsp.apply_edit import ApplyEditClient, apply_edit_client
from refrakt.hosts.lsp.client_capabilities import read_client_capabilities
from refrakt.hosts.lsp.initialize import Handshake
from refrakt.hosts.lsp.message_framing import MessageFramer
from refrakt.hosts.lsp.server_process import assemble
from refrakt.hosts.lsp.stdio_streams import OutputQueue
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.workspace_edit import FileEdit, WorkspaceEdit

from .conftest import profile, write
from .fuzzing.editor import Buffer, Editor
from .fuzzing.recording_client import RecordingClient
from .wire import Message

ALL = {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}
CAPABILITIES: Message = {"workspace": {"applyEdit": True, "workspaceEdit": ALL}}


class Typist(RecordingClient):
    """A client whose reaction to edits the test decides."""

    edit_result: Message | None = None
    """Its result for `workspace/applyEdit`, without applying the edit."""

    def reply(self, message: Message) -> Any:
        if message["method"] == apply_edit.APPLY_EDIT and self.edit_result is not None:
            return self.edit_result
        return super().reply(message)


class Office:
    """An editor and an agent on one project."""

    def __init__(self, folder: Path, talk: Typist, agent: Relayed) -> None:
        self.folder = folder
        self.talk = talk
        self.agent = agent
        self.editor = Editor(folder, talk, "utf-16")

    def open(self, name: str, saved: str, typed: str | None = None) -> Buffer:
        """A file on disk, optionally open with another text."""
        write(self.folder, {name: ""})
        (self.folder / name).write_bytes(saved.encode())
        buffer = self.editor.open(self.folder / name, typed)
        self.talk.request("refrakt/status")  # the agent's channel has no order with this one
        return buffer

    def put(self, *edits: tuple[str, str, str], **more: Any) -> Message:
        """Call the tool and play the editor meanwhile."""
        shown = [dict(zip(("path", "old", "new"), each, strict=True)) for each in edits]
        number = self.agent.send_request("tools/call", {"name": "pen.put", "arguments": {"edits": shown, **more}})
        while True:
            try:
                result = self.agent.response_to(number, 0.02)["result"]
                response: Message = result.get("structuredContent") or result["_meta"]
                return {**response, "said": result["content"][0]["text"]}
            except TimeoutError:
                self._receive()

    def _receive(self) -> None:
        while True:
            try:
                message = self.talk._read.get_nowait()
            except queue.Empty:
                return
            assert message is not None, self.talk.errors.decode()
            self.talk.receive(message)


@pytest.fixture(scope="module")
def shared_office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    top, runtime = tmp_path_factory.mktemp("office").resolve(), tmp_path_factory.mktemp("r").resolve()
    runtime.chmod(0o700)
    Installation(top / "site-packages").code(pen.NAME, pen.CODE)
    folder = write(top / "site", {"refrakt.config.json": pen.CONFIG, "content/index.md": "# Home\n"})
    with pytest.MonkeyPatch.context() as patch:
        path = os.pathsep.join(filter(None, (str(top / "site-packages"), os.environ.get("PYTHONPATH"))))
        patch.setenv("PYTHONPATH", path)
        patch.setenv("REFRAKT_RUNTIME_DIR", str(runtime))
        with Typist(folder) as talk:
            talk.initialize(CAPABILITIES)
            while [each["socket"] for each in talk.request("refrakt/status")["roots"]] != ["owner"]:
                pass
            agent = Relayed(folder, runtime)
            yield Office(folder, talk, agent)
            assert agent.process is not None
            agent.process.kill()
            agent.process.wait()
            agent.writer.close()
            agent.reader.close()


@pytest.fixture
def office(shared_office: Office) -> Iterator[Office]:
    yield shared_office
    shared_office.talk.edit_result = None
    for each in list(shared_office.editor.buffers.values()):
        shared_office.editor.close(each)


# Over the wire --------------------------------------------------------------------------------------------------------


def test_unsaved_buffer_is_changed_in_the_editor(office: Office) -> None:
    buffer = office.open("content/a.md", "one\n", "🦊 typed one\r\nmore\r\n")
    write(office.folder, {"content/closed.md": "one\n"})
    response = office.put(
        ("content/a.md", "one", "two"), ("content/closed.md", "one", "two"), created={"n.md": "new\n"}
    )
    assert (response["written"], response["unsaved"]) == (["content/closed.md", "n.md"], ["content/a.md"])
    assert buffer.text.text == "🦊 typed two\r\nmore\r\n"
    assert buffer.version == 2
    assert (office.folder / "content/a.md").read_text() == "one\n"
    # What the tool reads afterwards is what the editor has.
    assert response["now"]["content/a.md"] == "🦊 typed two\r\nmore\r\n"


def test_rejected_edit_reports_the_reason(office: Office) -> None:
    buffer = office.open("content/b.md", "one\n", "typed one\n")
    write(office.folder, {"content/closed.md": "one\n"})
    for reason, shown in (("not  now\n", "not now"), (None, "no reason given"), (7, "no reason given")):
        office.talk.edit_result = {"applied": False, "failureReason": reason}
        response = office.put(("content/b.md", "one", "two"), ("content/closed.md", "one", "two"))
        assert response["errorCode"] == "VALIDATION_ERROR"
        assert response["said"].startswith(f"the editor rejected the edit: {shown}. ")
    assert buffer.text.text == "typed one\n"
    assert (office.folder / "content/closed.md").read_text() == "one\n"


def test_outdated_version_is_not_changed(office: Office) -> None:
    """The user types as the edit arrives; the editor rejects the outdated version."""
    buffer = office.open("content/c.md", "one\n", "typed one\n")
    make = office.editor.apply

    def typing(edit: Message) -> bool:
        (step,) = edit["documentChanges"]
        office.editor.edit(buffer, [(0, 0, "More. ")])
        return bool(step["textDocument"]["version"] == buffer.version and make(edit))

    office.talk.on_apply = typing
    try:
        assert office.put(("content/c.md", "one", "two"))["errorCode"] == "VALIDATION_ERROR"
    finally:
        office.talk.on_apply = make
    assert buffer.text.text == "More. typed one\n"


def test_editor_moves_an_open_file(office: Office) -> None:
    office.open("content/d.md", "one\n", "typed one\n")
    response = office.put(("content/d.md", "one", "two"), moved={"content/d.md": "content/e.md"})
    assert (response["written"], response["unsaved"]) == ([], ["content/e.md"])
    assert response["now"] == {"content/e.md": "typed two\n"}
    (buffer,) = office.editor.buffers.values()
    assert (buffer.path.name, buffer.text.text) == ("e.md", "typed two\n")
    assert not (office.folder / "content/d.md").exists()


def test_symlinked_file_keeps_the_editor_uri(office: Office) -> None:
    write(office.folder, {"content/real name.md": "one\n"})
    (office.folder / "link.md").symlink_to("content/real name.md")
    buffer = office.editor.open(office.folder / "link.md")
    office.talk.request("refrakt/status")
    assert office.put(("content/real name.md", "one", "two"))["unsaved"] == ["content/real name.md"]
    assert buffer.text.text == "two\n"


# In this process ------------------------------------------------------------------------------------------------------


class Line:
    """A language server with the test as its client."""

    def __init__(self, capabilities: Message, folder: Path) -> None:
        request: Message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": capabilities}}
        self.session = assemble(
            Handshake(request, read_client_capabilities(request["params"]), MessageFramer())
        ).session
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.session.protocol.connect(_Caught(self.sent))
        self.path = folder.resolve() / "a.md"
        self.uri = self.path.as_uri()
        self.buffer = self.session.workspace.open(self.uri, self.path, "typed one\nmore\n", 3)
        self.editor = ApplyEditClient(self.session)

    @property
    def changes(self) -> WorkspaceEdit:
        edit = FileEdit(str(self.path), "typed one\nmore\n", (TextEdit(Span(6, 9), "two"),), 3)
        return WorkspaceEdit((edit,))

    def send_request(self) -> asyncio.Task[None]:
        return asyncio.create_task(asyncio.to_thread(self.editor.apply, self.path.parent, self.changes))

    async def next_request(self) -> Message:
        while (message := await asyncio.wait_for(self.sent.get(), 10))["method"] != apply_edit.APPLY_EDIT:
            pass
        return message

    def say(self, **message: Any) -> None:
        self.session.protocol.receive(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def type(self, start: int, end: int, new: str) -> None:
        version = self.session.workspace.snapshot.buffers[self.uri].version + 1
        self.session.workspace.change(self.uri, version, [(start, end, new)])


class _Caught(OutputQueue):
    """Records the messages to the client."""

    def __init__(self, sent: asyncio.Queue[Message]) -> None:
        super().__init__()
        self._caught = sent

    def send(self, data: bytes, replaces: str | None = None) -> None:
        self._caught.put_nowait(json.loads(data.partition(b"\r\n\r\n")[2]))


@pytest.fixture
async def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Line:
    monkeypatch.setattr(apply_edit, "ECHO_TIMEOUT", 0.2)
    return Line(CAPABILITIES, tmp_path)


async def refusal(task: asyncio.Task[None]) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        await asyncio.wait_for(task, 10)
    return caught.value


async def test_edit_has_the_version_and_encoding_of_the_editor(line: Line) -> None:
    task = line.send_request()
    request = await line.next_request()
    (step,) = request["params"]["edit"]["documentChanges"]
    assert step["textDocument"] == {"uri": line.uri, "version": 3}
    range_ = {"start": {"line": 0, "character": 6}, "end": {"line": 0, "character": 9}}
    assert step["edits"] == [{"range": range_, "newText": "two"}]
    line.type(6, 9, "two")
    line.say(id=request["id"], result={"applied": True})
    await asyncio.wait_for(task, 10)


async def test_apply_waits_for_did_change(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply_edit, "ECHO_TIMEOUT", 10.0)
    task = line.send_request()
    request = await line.next_request()
    line.say(id=request["id"], result={"applied": True})
    done, _ = await asyncio.wait([task], timeout=0.05)
    assert not done
    line.type(6, 9, "two")
    await asyncio.wait_for(task, 5)


async def test_missing_did_change_is_accepted(line: Line) -> None:
    task = line.send_request()
    request = await line.next_request()
    line.say(id=request["id"], result={"applied": True})
    await asyncio.wait_for(task, 10)


async def test_unanswered_edit_times_out(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply_edit, "ANSWER_TIMEOUT", 0.1)
    task = line.send_request()
    request = await line.next_request()
    trouble = await refusal(task)
    assert (trouble.code, trouble.exit_code) == ("TOOL_TIMEOUT", 1)
    assert "may still apply the edit" in trouble.message
    reverted = await asyncio.wait_for(line.sent.get(), 10)
    assert (reverted["method"], reverted["params"]) == ("$/cancelRequest", {"id": request["id"]})
    line.say(id=request["id"], result={"applied": True})  # too late, and no reason to break


async def test_applied_edit_without_an_answer_succeeds(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apply_edit, "ANSWER_TIMEOUT", 0.1)
    task = line.send_request()
    await line.next_request()
    line.type(6, 9, "two")
    await asyncio.wait_for(task, 10)


@pytest.mark.parametrize("response", [{"result": None}, {"result": True}, {"result": {"applied": 1}}, {"result": []}])
async def test_malformed_answer_is_a_rejection(line: Line, response: Message) -> None:
    task = line.send_request()
    line.say(id=(await line.next_request())["id"], **response)
    assert (await refusal(task)).code == "VALIDATION_ERROR"


async def test_error_response_is_a_rejection(line: Line) -> None:
    task = line.send_request()
    line.say(id=(await line.next_request())["id"], error={"code": -32603, "message": "it broke"})
    trouble = await refusal(task)
    assert (trouble.code, trouble.message) == ("VALIDATION_ERROR", "the editor rejected the edit: it broke")


async def test_partially_applied_edit_is_reported(line: Line) -> None:
    task = line.send_request()
    request = await line.next_request()
    line.type(6, 9, "two")
    line.say(id=request["id"], result={"applied": False, "failureReason": "the disk is full"})
    message = (await refusal(task)).message
    assert message.endswith(f"the disk is full, but it changed {line.path}")


async def test_skipped_edit_is_a_rejection(line: Line) -> None:
    """Neovim reports success but skips an edit for an older version."""
    task = line.send_request()
    request = await line.next_request()
    line.type(0, 0, "More. ")
    line.say(id=request["id"], result={"applied": True})
    assert "was changed in the editor" in (await refusal(task)).message
    # Typing in another file during the edit does not make it fail.
    line = Line(CAPABILITIES, line.path.parent)
    task = line.send_request()
    request = await line.next_request()
    line.type(6, 9, "two")
    line.type(10, 10, "even ")
    line.say(id=request["id"], result={"applied": True})
    await asyncio.wait_for(task, 10)


async def test_apply_on_the_event_loop_is_refused(line: Line) -> None:
    with pytest.raises(RuntimeError, match="loop"):
        line.editor.apply(line.path.parent, line.changes)


async def test_no_listener_remains(line: Line) -> None:
    before = list(line.session.workspace.listeners)
    task = line.send_request()
    line.say(id=(await line.next_request())["id"], error={"code": 1, "message": ""})
    await refusal(task)
    assert line.session.workspace.listeners == before


async def test_concurrent_edits_get_their_own_answers(line: Line) -> None:
    tasks = [line.send_request() for _ in range(4)]
    requests = [await line.next_request() for _ in tasks]
    line.type(6, 9, "two")
    for number, each in enumerate(requests):
        line.say(id=each["id"], result={"applied": number == 0})
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert results.count(None) == 1


@pytest.mark.parametrize(
    ("capabilities", "can"),
    [
        (profile("vscode"), True),
        (profile("neovim"), True),
        (CAPABILITIES, True),
        ({"workspace": {"applyEdit": True}}, False),
        ({"workspace": {"workspaceEdit": ALL}}, False),
        ({"workspace": {"applyEdit": "yes", "workspaceEdit": ALL}}, False),
        ({"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}, True),
        ({}, False),
    ],
)
async def test_required_client_capabilities(capabilities: Message, can: bool, tmp_path: Path) -> None:
    editor = apply_edit_client(Line(capabilities, tmp_path).session)
    assert (editor is not None) == can
    operations = capabilities.get("workspace", {}).get("workspaceEdit", {}).get("resourceOperations", [])
    assert editor is None or editor.moves_files == ("rename" in operations)
