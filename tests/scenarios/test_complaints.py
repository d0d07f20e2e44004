"""What people complain about in tools like this one, as far as it takes more than a site and a step: one test each.

The others are scenarios: `columns-tell-two-mistakes-apart`, `formatting-keeps-meaning`, `a-missing-partial-is-an-error`,
`a-tag-over-several-lines`, `links-are-judged-by-routes`, `root-relative-links-and-files`, `no-alarms-outside-the-content`,
`code-samples-are-no-links`, `rename-keeps-links-as-they-are-written`, `rename-a-heading-from-a-link`, `columns-behind-emoji`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from agents.mcp_clients import project
from lsp.conftest import PUSH, profile
from lsp.editor_client import Pulled
from lsp.wire import Client, server
from refrakt.markdoc.document import parse
from refrakt.project.index.indexed_file import index_file
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.reader_pool import ReaderPool, ReadKind, ReadRequest, ReadResult
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import specs_of
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.site import project_at
from refrakt.project.site_rules.site_checker import problems_of
from refrakt.project.snapshot import Snapshot

ROOT = Path(__file__).resolve().parents[2]
SITE = {"refrakt.config.json": '{"site": {"contentDir": "./content", "plugins": ["@refrakt-md/marketing"]}}'}
WRONG = "# Page\n\n{% hnit %}\nx\n{% /hnit %}\n"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = tmp_path_factory.mktemp("run")
    runtime.chmod(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))


def run(*argument: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "refrakt", *argument], cwd=cwd, capture_output=True, text=True, check=False
    )


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def settled(client: Client, pages: bool = True) -> dict[str, Any]:
    """The status of the only project, once it is idle; with pages, once those are indexed."""
    until = time.monotonic() + 30
    while True:
        (root,) = client.request("refrakt/status")["roots"]
        if root["indexing"] is None and not root["busy"] and (root["pages"] is not None or not pages):
            status: dict[str, Any] = root
            return status
        assert time.monotonic() < until
        time.sleep(0.02)


def test_02_help_beyond_colours_and_beyond_vs_code(tmp_path: Path) -> None:
    """An editor without capabilities gets problems, completion, hovers and definitions all the same."""
    pages = {"content/index.md": WRONG, "content/two.md": "# Two\n"}
    folder = project(tmp_path, SITE | pages)
    with server(folder, capabilities={}) as client:
        uri = client.open("content/index.md", WRONG)
        assert [each["code"] for each in client.diagnostics(uri)] == ["unknown-rune"]
        settled(client)
        other = client.open("content/other.md", "{% hi\n\n[two](/two)\n")
        assert "hint" in [each["label"] for each in client.request("textDocument/completion", at(other, 0, 5))["items"]]
        found = client.request("textDocument/definition", at(other, 2, 8))
        assert [each["uri"] for each in found] == [(folder / "content/two.md").as_uri()]
        hint = client.open("content/hint.md", "{% hint %}\nx\n{% /hint %}\n")
        assert client.request("textDocument/hover", at(hint, 0, 5))["contents"]["kind"] == "plaintext"


def test_03_markdown_stays_markdown() -> None:
    """The extension claims none of Markdown's endings: its preview and its own server go on to work."""
    contributes = json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))["contributes"]
    endings = {ending for language in contributes["languages"] for ending in language.get("extensions", ())}
    assert endings == {".mdoc", ".markdoc", ".markdoc.md"}
    injected = [each["injectTo"] for each in contributes["grammars"] if "injectTo" in each]
    assert ["text.html.markdown", "text.html.markdoc"] in injected


def test_04_no_setup(tmp_path: Path) -> None:
    """An existing config is enough, and `doctor` reports what was found."""
    folder = project(tmp_path, SITE | {"content/index.md": "# Home\n\n{% hero %}\n# Hello\n{% /hero %}\n"})
    result = run("doctor", cwd=folder)
    assert result.returncode == 0, result.stderr
    assert "content" in result.stdout
    assert "marketing" in result.stdout
    assert run("check", cwd=folder).returncode == 0


def test_11_frontmatter_does_not_bring_errors_on_every_keystroke(tmp_path: Path) -> None:
    """While it is typed, letter by letter, there is at most one error at a time, at the right position."""
    typed = "---\ntitle: Home\ntags: [a, b]\ndraft: true\n---\n\n# Home\n"
    folder = project(tmp_path, SITE | {"content/index.md": "# Home\n"})
    with server(folder, capabilities=PUSH) as client:
        uri = client.open("content/new.md", "")
        client.diagnostics(uri, 1)
        for count, char in enumerate(typed, 1):
            line = typed[: count - 1].count("\n")
            position = {"line": line, "character": len(typed[: count - 1].rpartition("\n")[2])}
            client.change(uri, count + 1, {"range": {"start": position, "end": position}, "text": char})
            found = client.diagnostics(uri, count + 1)
            assert len([each for each in found if each["severity"] == 1]) <= 1, typed[:count]
            assert all(each["range"]["start"]["line"] <= line for each in found)
        assert found == []


@pytest.fixture
def many_pages(tmp_path: Path) -> SiteIndex:
    """A site of 300 pages, each with a link to a heading of the first."""
    folder = project(tmp_path, SITE)
    index = SiteIndex(specs_of(project_at(folder))[0], problems_of)
    put(index, 0, "# First\n\n## Options\n\nText.\n")
    for number in range(1, 300):
        put(index, number, f"# Page {number}\n\n[options](/p0#options)\n")
    index.complete = True
    for path in [*index.entries]:
        index.problems(path)
    return index


def put(index: SiteIndex, number: int, text: str) -> None:
    name = f"p{number}.md"
    facts = facts_of(parse(text, index.spec.options), index.spec.context.vocabulary)
    index.put(index_file(index.spec, f"content/{name}", "page", name, facts))


def test_13_the_cost_of_an_edit_depends_on_its_size(many_pages: SiteIndex) -> None:
    """A change without dependents affects one page, on a site of any size."""
    assert not many_pages.stale
    put(many_pages, 7, "# Page 7\n\nOther words. [options](/p0#options)\n")
    assert set(many_pages.stale) == {"content/p7.md"}


def test_14_other_pages_are_checked_when_their_dependencies_change(many_pages: SiteIndex) -> None:
    """A changed heading affects the 299 pages that link to it; one without links affects none."""
    put(many_pages, 0, "# First\n\n## Options\n\nText.\n\n## More\n")
    assert set(many_pages.stale) == {"content/p0.md"}
    many_pages.problems("content/p0.md")
    put(many_pages, 0, "# First\n\n## Choices\n\nText.\n")
    assert len(many_pages.stale) == 300


def test_15_a_file_in_a_home_folder_causes_no_scan(tmp_path: Path) -> None:
    """Without a project there is one file; other files are not read or reported."""
    for number in range(50):
        folder = tmp_path / f"folder{number}"
        folder.mkdir()
        (folder / "notes.md").write_text(WRONG, "utf-8")
    (tmp_path / "letter.mdoc").write_text(WRONG, "utf-8")
    with server(tmp_path, capabilities=PUSH) as client:
        uri = client.open("letter.mdoc", f"{WRONG}{{% open\n", "markdoc")
        assert [each["code"] for each in client.diagnostics(uri)] == ["unterminated-tag"]
        assert settled(client, pages=False)["pages"] is None
        assert {
            each["params"]["uri"] for each in client.received if each.get("method", "").endswith("publishDiagnostics")
        } <= {uri}


class Counted(ReaderPool):
    """Records the files it reads."""

    def __init__(self) -> None:
        super().__init__()
        self.requested: list[str] = []

    def read_or_wait(
        self, request: ReadRequest, files: Sequence[str], kinds: Sequence[ReadKind], stop: Event | None = None
    ) -> Iterator[ReadResult | None]:
        self.requested += files
        yield from super().read_or_wait(request, files, kinds, stop)


def test_16_a_second_editor_uses_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are cached by content, for the next process."""
    monkeypatch.setenv("REFRAKT_CACHE_DIR", str(tmp_path / "cache"))
    pages = {f"content/p{number}.md": f"# Page {number}\n" for number in range(40)}
    folder = project(tmp_path / "site", SITE | pages)
    read = []
    for _ in range(2):
        pool = Counted()
        index = ProjectIndex(project_at(folder), Snapshot, problems_of, pool=pool)
        try:
            index.start()
            assert index.rescan(30)
            assert sum(len(each.entries) for each in index.sites().values()) == 40
        finally:
            index.close()
        read.append(len(pool.requested))
    assert read == [40, 0]


def test_17_a_page_of_17000_lines_has_an_outline(tmp_path: Path) -> None:
    text = "".join(
        f"## Heading {number}\n\nSome words.\n\n{{% hint %}}\nx\n{{% /hint %}}\n\n\n" for number in range(1900)
    )
    folder = project(tmp_path, SITE | {"content/index.md": "# Home\n"})
    with server(folder, capabilities=profile("neovim")) as client:
        uri = client.open("content/large.md", text)
        found = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert len(found) == 1900
        assert all(len(each["children"]) == 1 for each in found)


def test_20_the_editor_shows_the_problems_of_ci(tmp_path: Path) -> None:
    pages = {"content/index.md": WRONG + "\n[nowhere](/nope)\n", "content/two.md": "# Two\n\n[x](/#nope)\n"}
    folder = project(tmp_path, SITE | pages)
    report = json.loads(run("check", "--format", "json", cwd=folder).stdout)
    in_ci = sorted((each["path"], each["line"], each["column"], each["code"]) for each in report["problems"])
    with server(folder, capabilities=profile("vscode")) as client:
        desk = Pulled(client)
        settled(client)
        shown: list[tuple[str, int, int, str]] = []
        for name in pages:
            codes = [each[3] for each in in_ci if each[0] == name]
            for each in desk.until(desk.open(name), *codes):
                start = each["range"]["start"]
                shown.append((name, start["line"] + 1, start["character"] + 1, each["code"]))
    assert sorted(shown) == in_ci
    assert len(in_ci) == 3


def test_21_a_cancelled_request_gets_one_response_and_is_not_run(tmp_path: Path) -> None:
    """Seventy cancelled requests do not delay the next one."""
    folder = project(tmp_path, SITE | {"content/index.md": "# Home\n"})
    with server(folder, capabilities=PUSH) as client:
        uri = client.open("content/index.md", "{% hi")
        client.diagnostics(uri)
        batch = b""
        for number in range(1000, 1070):
            for message in (
                {"id": number, "method": "textDocument/completion", "params": at(uri, 0, 5)},
                {"method": "$/cancelRequest", "params": {"id": number}},
            ):
                body = json.dumps({"jsonrpc": "2.0", **message}).encode()
                batch += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        client.raw(batch)
        responses = [client.response(number) for number in range(1000, 1070)]
        assert all("result" in each or each["error"]["code"] == -32800 for each in responses)
        assert sum("error" in each for each in responses) >= 35
        assert client.request("textDocument/completion", at(uri, 0, 5))["items"]
        assert sum(each.get("id") in range(1000, 1070) for each in client.received) == 0


def test_22_columns_behind_emoji_in_every_encoding(tmp_path: Path) -> None:
    text = "😀 é 中 {% hnit /%}\n"
    folder = project(tmp_path, SITE | {"content/index.md": "# Home\n"})
    for encoding, start in (("utf-8", 15), ("utf-16", 10), ("utf-32", 9)):
        with server(folder, capabilities={**PUSH, "general": {"positionEncodings": [encoding]}}) as client:
            uri = client.open("content/new.md", text)
            (diagnostic,) = client.diagnostics(uri)
            assert diagnostic["range"]["start"] == {"line": 0, "character": start}
            assert diagnostic["range"]["end"] == {"line": 0, "character": start + 4}
