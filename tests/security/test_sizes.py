"""The size limit of a page holds for every input, and large texts are checked without blocking other requests."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.mcp_clients import Raw, side, streams
from refrakt.errors import RefraktError
from refrakt.hosts.cli import json_lines
from refrakt.hosts.mcp import tools
from refrakt.project.files import LARGEST_PAGE
from refrakt.project.workspace import Workspace
from refrakt.rules.apply_fixes import most_tries
from refrakt.services import isolated_child, isolated_process
from refrakt.services.context import Context
from refrakt.services.fix import FixInput, fix
from refrakt.services.json_payload import as_json
from refrakt.services.registry import Service, load_service
from refrakt.services.validate_content import ContentInput, validate_content

SITE = Path(__file__).parents[2] / "examples" / "site"
PAGES = sorted((SITE / "content").rglob("*.md"))
TOO_MUCH = "word " * (LARGEST_PAGE // 5 + 1)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "refrakt.config.json").write_text('{"site": {"contentDir": "content", "plugins": []}}', "utf-8")
    (tmp_path / "content").mkdir()
    return tmp_path


@pytest.mark.parametrize("text", [TOO_MUCH, "ü" * (LARGEST_PAGE // 2 + 1)])
def test_a_text_that_is_too_large_is_refused(site: Path, text: str) -> None:
    context = Context.at(site)
    for refused in (
        lambda: validate_content(context, ContentInput(markdown=text)),
        lambda: fix(context, FixInput(content=text)),
    ):
        with pytest.raises(RefraktError, match=f"{LARGEST_PAGE:,} bytes") as caught:
            refused()
        assert caught.value.code == "INVALID_ARGS"


def test_a_text_of_the_limit_is_not_refused(site: Path) -> None:
    assert validate_content(Context.at(site), ContentInput(markdown="\n" * LARGEST_PAGE)).ok


def test_an_open_buffer_that_is_too_large_is_refused(site: Path) -> None:
    path = site / "content" / "big.md"
    path.touch()
    workspace = Workspace()
    workspace.open(path.as_uri(), path, "\n" * (LARGEST_PAGE + 1), 1)
    context = Context(workspace.refresh(site), workspace.snapshot)
    with pytest.raises(RefraktError, match=f"{LARGEST_PAGE:,} bytes"):
        validate_content(context, ContentInput(path="content/big.md"))


def test_a_file_of_a_terabyte_is_refused_unread(site: Path) -> None:
    with (site / "content" / "huge.md").open("wb") as file:
        file.truncate(1 << 40)
    context = Context.at(site)
    for refused in (
        lambda: validate_content(context, ContentInput(path="content/huge.md")),
        lambda: fix(context, FixInput(path="content/huge.md")),
    ):
        with pytest.raises(RefraktError, match=f"{LARGEST_PAGE:,} bytes"):
            refused()


@pytest.mark.parametrize("argv", [["validate-content"], ["format"], ["ast"]])
@pytest.mark.parametrize("piped", [True, False])
def test_commands_refuse_what_is_too_large(site: Path, argv: list[str], piped: bool) -> None:
    page = site / "content" / "big.md"
    page.write_text(TOO_MUCH, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "refrakt", *argv, "-" if piped else str(page)],
        input=TOO_MUCH if piped else None,
        cwd=site,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done
    assert f"{LARGEST_PAGE:,} bytes" in done.stderr


def test_a_batch_skips_lines_that_are_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_lines, "LONGEST", 10)
    source = io.BytesIO(b"short\n" + b"x" * 10 + b"\n" + b"x" * 100 + b"\nnext\n" + b"x" * 11)
    assert list(json_lines._lines(source)) == [b"short\n", b"x" * 10 + b"\n", None, b"next\n", None]


# In a process of its own ----------------------------------------------------------------------------------------------


def both_ways(name: str, context: Context, arguments: dict[str, Any]) -> tuple[Any, Any]:
    service = load_service(name)
    apart = isolated_process.isolated_answer(service, context, arguments, 10_000_000, 60)
    assert apart.cuts == []
    return as_json(service.answer(context, arguments)), apart.data


@pytest.mark.parametrize("page", PAGES[:4], ids=lambda each: each.name)
def test_the_answer_of_another_process_is_the_same(page: Path) -> None:
    context = Context.at(SITE)
    text = page.read_text("utf-8") + "\n{% hnit %}\n[a](b\n{% /callout %}\n"
    here, apart = both_ways("refrakt.validate_content", context, {"markdown": text})
    assert here == apart
    assert here["errors"]


def test_fixes_are_the_same(site: Path) -> None:
    (site / "content" / "a.md").write_text("# A\n\n[b](/b)\n", "utf-8")
    (site / "content" / "b.md").write_text("# B\n", "utf-8")
    text = "# A\n\n{% hnit %}\n[b](/bb)\n{% /hint %}\n"
    here, apart = both_ways("refrakt.fix", Context.at(site), {"content": text, "path": "content/a.md"})
    assert here == apart
    assert here["diff"]


def test_buffers_and_settings_are_the_same(site: Path) -> None:
    from refrakt.project.editor_settings import Settings

    path = site / "content" / "a.md"
    path.write_text("# on disk\n", "utf-8")
    workspace = Workspace()
    workspace.configure(Settings(rules={"unknown-rune": "hint"}))
    workspace.open(path.as_uri(), path, "{% hnit /%}\n", 7)
    context = Context(workspace.refresh(site), workspace.snapshot)
    here, apart = both_ways("refrakt.validate_content", context, {"path": "content/a.md"})
    assert here == apart
    assert (here["source"], here["version"], here["errors"][0]["severity"]) == ("buffer", 7, "hint")


def test_half_a_surrogate_pair_arrives(site: Path) -> None:
    here, apart = both_ways("refrakt.validate_content", Context.at(site), {"markdown": "{% a\ud800b /%}"})
    assert here == apart


def test_errors_arrive(site: Path) -> None:
    with pytest.raises(RefraktError) as caught:
        isolated_process.isolated_answer(
            load_service("refrakt.validate_content"), Context.at(site), {"markdown": "a", "site": "none"}, 1000, 60
        )
    assert caught.value.code == "SITE_NOT_FOUND"


def test_long_answers_are_cut_alike(site: Path) -> None:
    from refrakt.hosts.mcp.tool_results import MAX_RESULT, isolated_result, success_result

    service, context = load_service("refrakt.validate_content"), Context.at(site)
    arguments = {"markdown": "{% hnit /%}\n\n" * 3000}
    here = success_result(as_json(service.answer(context, arguments)), service.name)
    apart = isolated_result(
        isolated_process.isolated_answer(service, context, arguments, MAX_RESULT, 300), service.name
    )
    assert here == apart
    assert here.structured_content is not None
    assert here.structured_content["truncated"] is True, "it was cut, and says so"


def test_what_takes_too_long_is_stopped(site: Path) -> None:
    with pytest.raises(RefraktError, match=r"more than 0\.2 seconds") as caught:
        isolated_process.isolated_answer(
            load_service("refrakt.validate_content"), Context.at(site), {"markdown": "> " * 500_000}, 1000, 0.2
        )
    assert caught.value.code == "TOOL_TIMEOUT"


def test_memory_is_limited(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(request: dict[str, Any]) -> Context:
        raise MemoryError

    monkeypatch.setattr(isolated_child, "_context", exhausted)
    result = isolated_child.respond({"service": "refrakt.validate_content", "arguments": {}})
    assert result["error"]["code"] == "TOO_LARGE"
    script = "from refrakt.services import isolated_child as c; c._limit_memory(); bytearray(c.MEMORY)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert "MemoryError" in done.stderr


def test_a_child_ends_with_its_parent(site: Path) -> None:
    request = {"service": "refrakt.validate_content", "root": str(site), "arguments": {"markdown": "> " * 500_000}}
    more: dict[str, Any] = {
        "settings": {"inlay_hints": {}},
        "buffers": [],
        "patience": None,
        "limit": 1000,
        "seconds": 60,
    }
    command = [sys.executable, "-P", "-m", isolated_process._MODULE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(json.dumps({**request, **more}).encode() + b"\n")
        child.stdin.close()
        assert child.wait(30) == 0
        assert child.stdout.read() == b"", "it did not finish its work first"


def test_nothing_is_imported_from_the_working_directory(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (site / "json.py").write_text("raise SystemExit('taken for the real one')", "utf-8")
    monkeypatch.chdir(site)
    here, apart = both_ways("refrakt.validate_content", Context.at(site), {"markdown": "a"})
    assert here == apart


def test_only_calls_with_much_text_go_there(site: Path) -> None:
    service, context = load_service("refrakt.validate_content"), Context.at(site)
    page = site / "content" / "a.md"
    page.write_text("a" * (isolated_process.THRESHOLD + 1), "utf-8")
    assert isolated_process.is_heavy(service, context, {"markdown": "a" * (isolated_process.THRESHOLD + 1)})
    assert isolated_process.is_heavy(service, context, {"path": "content/a.md"})
    for small in ({"markdown": "a", "path": "content/a.md"}, {"path": "none"}, {"path": "../x"}, {"markdown": 7}, {}):
        assert not isolated_process.is_heavy(service, context, small)


async def test_agents_large_texts_are_not_checked_in_the_process_of_the_editor(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request: list[str] = []

    def apart(service: Service, *_: object) -> isolated_process.Isolated:
        request.append(service.name)
        return isolated_process.Isolated({"ok": True}, [])

    monkeypatch.setattr(tools, "isolated_answer", apart)
    async with side() as served, streams(served, site) as (reader, writer):
        agent = Raw(reader, writer)
        await agent.begin()
        text = "word " * 20_000
        await agent.request(1, "tools/call", {"name": "refrakt.validate_content", "arguments": {"markdown": text}})
        await agent.request(2, "tools/call", {"name": "refrakt.fix", "arguments": {"content": text}})
        await agent.request(3, "tools/call", {"name": "refrakt.fix", "arguments": {"content": "word"}})
        too_much = {"markdown": TOO_MUCH}
        refused = await agent.request(4, "tools/call", {"name": "refrakt.validate_content", "arguments": too_much})
    assert request == ["refrakt.validate_content", "refrakt.fix"]
    assert f"{LARGEST_PAGE:,} bytes" in refused["result"]["content"][0]["text"]


def test_fixes_of_large_texts_are_tried_less_often() -> None:
    assert most_tries("a" * 20_000) == 40
    assert most_tries("a" * 200_000) < 10
    assert most_tries("a" * LARGEST_PAGE) == 0
