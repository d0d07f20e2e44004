"""The `refrakt` command as a process: input, output and exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import process, refrakt
from privileges import unprivileged
from refrakt.hosts.cli.json_output import compact, pretty
from refrakt.hosts.cli.problem_excerpts import explain
from refrakt.hosts.cli.source_files import TextFile
from refrakt.markdoc.document import parse
from refrakt.markdoc.parse_options import ParseOptions

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "examples" / "site" / "content"
BOM = b"\xef\xbb\xbf"

UGLY = b"*   one\n*   two\n"
"""A list no formatter would write like that."""


def batch(*lines: object, argv: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Answers of `refrakt ast --jsonl`; a line is bytes as they are, or anything else as JSON."""
    feed = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
    ran = refrakt("ast", "--jsonl", *argv, stdin=feed)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.isascii()
    return [json.loads(line) for line in ran.out.splitlines()]


def types(node: dict[str, Any]) -> list[str]:
    return [node["type"], *(name for child in node.get("children") or [] for name in types(child))]


def page(folder: Path, text: str | bytes, name: str = "page.md") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# Together ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("argv", [["ast"], ["format"], ["ast", "--asd"], ["ast", "--jsonl", "x"]])
def test_usage_errors_exit_with_2_and_go_to_stderr(argv: list[str]) -> None:
    ran = refrakt(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert f"`refrakt {argv[0]} --help`" in ran.err


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "refrakt", "ast", *[str(path) for path in sorted(SITE.rglob("*.md"))] * 20]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.read(10)
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(timeout=60) == 0


# refrakt ast ------------------------------------------------------------------------------------------------------


def test_a_tree_in_markdocs_shape(tmp_path: Path) -> None:
    ran = refrakt("ast", page(tmp_path, '# Hi {% #top %}\n\n{% hint type="note" n=$x /%}\n'))
    assert (ran.code, ran.err) == (0, "")
    tree = json.loads(ran.out)
    heading, hint = tree["children"]
    assert (tree["type"], heading["type"], heading["attributes"]) == ("document", "heading", {"level": 1, "id": "top"})
    assert (hint["tag"], hint["lines"]) == ("hint", [2, 3])
    assert hint["attributes"]["n"] == {"$$mdtype": "Variable", "path": ["x"]}
    assert ran.out.startswith("{\n  ")


def test_compact_is_one_ascii_line(tmp_path: Path) -> None:
    path = page(tmp_path, "é 🌙\n")
    ran = refrakt("ast", "--compact", path)
    assert ran.out.isascii()
    assert ran.out.count("\n") == 1
    assert json.loads(ran.out) == json.loads(refrakt("ast", path).out)
    assert "é 🌙" in refrakt("ast", path).out


def test_positions(tmp_path: Path) -> None:
    text = "🌙\n\n- a **b**\r\n"
    tree = json.loads(refrakt("ast", "--positions", page(tmp_path, text)).out)
    strong = tree["children"][1]["children"][0]["children"][0]["children"][1]
    start, end = strong["span"]
    assert (strong["type"], text[start:end]) == ("strong", "**b**")
    assert "span" not in json.loads(refrakt("ast", page(tmp_path, text)).out)


def test_standard_input_and_several_files(tmp_path: Path) -> None:
    assert types(json.loads(refrakt("ast", "-", stdin=b"# Hi\n").out))[:2] == ["document", "heading"]
    ran = refrakt("ast", "--compact", page(tmp_path, "a", "a.md"), page(tmp_path, "# b", "b.md"))
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [Path(answer["file"]).name for answer in answers] == ["a.md", "b.md"]
    assert [answer["ast"]["children"][0]["type"] for answer in answers] == ["paragraph", "heading"]


def test_how_to_read_the_text() -> None:
    assert "comment" in types(json.loads(refrakt("ast", "--allow-comments", "-", stdin=b"<!-- x -->\n").out))
    assert "comment" not in types(json.loads(refrakt("ast", "-", stdin=b"<!-- x -->\n").out))
    indented = b"{% a %}\n\n      # Deep\n{% /a %}\n"
    assert "heading" in types(json.loads(refrakt("ast", "--allow-indentation", "-", stdin=indented).out))
    assert "heading" not in types(json.loads(refrakt("ast", "-", stdin=indented).out))
    slot = b'{% a %}\n{% slot "x" %}\nhi\n{% /slot %}\n{% /a %}\n'
    assert "slots" in json.loads(refrakt("ast", "--slots", "-", stdin=slot).out)["children"][0]


def test_an_unreadable_file_does_not_stop_the_others(tmp_path: Path) -> None:
    good = page(tmp_path, "# Good\n", "good.md")
    latin = page(tmp_path, "a\nna\u00efve\n".encode("latin-1"), "latin.md")
    ran = process("ast", "--compact", tmp_path / "none.md", latin, tmp_path, good)
    assert ran.code == 2
    assert [Path(json.loads(line)["file"]).name for line in ran.out.splitlines()] == ["good.md"]
    missing, undecodable, folder = ran.err.splitlines()
    assert missing.endswith("none.md: no such file or directory")
    assert undecodable.endswith("latin.md: not UTF-8 text (byte 0xef in line 2)")
    assert folder.endswith("is a directory")


# refrakt ast --problems -------------------------------------------------------------------------------------------


def test_the_demo_shows_what_is_wrong_and_where() -> None:
    pages = [path.relative_to(ROOT) for path in sorted(SITE.rglob("*.md"))]
    ran = process("ast", "--problems", *pages, cwd=ROOT)
    assert (ran.code, ran.err) == (1, "")
    found = re.findall(r"^(\S+\.md):(\d+):(\d+): \w+\[([\w-]+)\]: .", ran.out, re.MULTILINE)
    assert {Path(file).name for file, *_ in found} == {"mistakes.md"}
    assert {"duplicate-attribute", "missing-closing", "missing-opening", "parse-error"} <= {row[-1] for row in found}
    assert '   10 | {% hint type="note" type="warning" %}\n      |                     ^^^^' in ran.out
    assert ran.out.count(", no problems\n") == len(pages) - 1
    assert re.search(rf"^{len(pages)} pages, \d+ lines: \d+ errors, 1 warning on 1 page\n\Z", ran.out, re.MULTILINE)


def test_no_problem_is_exit_code_0(tmp_path: Path) -> None:
    ran = refrakt("ast", "--problems", page(tmp_path, "# Fine\n"))
    assert (ran.code, ran.out.splitlines()[-1]) == (0, "1 page, 1 line: no problems")


def test_a_page_that_is_not_there_is_not_counted(tmp_path: Path) -> None:
    ran = refrakt("ast", "--problems", tmp_path / "missing.md")
    assert (ran.code, ran.out) == (2, "")
    assert "missing.md: no such file or directory" in ran.err


def excerpt(text: str) -> list[str]:
    return next(explain("p.md", parse(text))).splitlines()


def test_carets_are_aligned_with_wide_characters_and_tabs() -> None:
    head, line, carets = excerpt("面包 🌙 {% b c=1 c=2 /%}\n")
    assert head.startswith("p.md:1:15: warning[duplicate-attribute]: ")
    assert line == "    1 | 面包 🌙 {% b c=1 c=2 /%}"
    assert carets.index("^") - carets.index("|") == 2 + 14 + 3  # three characters before it are two columns wide
    assert excerpt("a\t{% b c=1 c=2 /%}\n")[2].startswith("      |  \t")


def test_an_excerpt_of_a_very_long_line_is_short() -> None:
    _, line, carets = excerpt("x " * 20_000 + "{% b c=1 c=2 /%}" + " y" * 20_000)
    assert len(line) < 130
    assert line[8] == line[-1] == "…"
    assert line[carets.index("^") :].startswith("c=2")


def test_no_control_character_reaches_the_terminal() -> None:
    shown = "\n".join(excerpt("\x1b[2J\x07 {% b c=1 c=2 /%} \x9b31m\n"))
    assert "duplicate-attribute" in shown
    assert "[2J" in shown
    assert all(c.isprintable() or c == "\n" for c in shown)


# refrakt ast --jsonl ----------------------------------------------------------------------------------------------


def test_batch_answers_in_order_with_the_same_id() -> None:
    first, second, third = batch(
        {"id": "a", "source": "*  x"},
        {"id": 7, "source": "{% a %}"},
        {"id": None, "source": "<!-- c -->", "options": {"allowComments": True, "slots": False}},
    )
    assert set(first) == {"id", "ast", "errors", "formatted"}
    assert (first["id"], types(first["ast"])[:2], first["errors"]) == ("a", ["document", "list"], [])
    assert parse(first["formatted"]).to_json()["children"][0]["type"] == "list"
    assert second["id"] == 7
    [error] = second["errors"]
    assert (set(error), error["id"], error["level"]) == (
        {"id", "level", "lines", "message"},
        "missing-closing",
        "critical",
    )
    assert error["lines"] == [0, 1]
    assert types(third["ast"]) == ["document", "comment"]


def test_batch_continues_after_invalid_lines() -> None:
    bad = [
        b"{",
        b"[1]",
        b'"text"',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"id": NaN, "source": ""}',
        b'{"id": 1e999, "source": ""}',
        {"id": 1},
        {"id": 2, "source": 3},
        {"id": 3, "source": "x", "options": []},
        {"id": 4, "source": "x", "options": {"slots": "yes"}},
        {"id": 5, "source": "x", "options": {"slot": True}},
    ]
    answers = batch(*bad, b"", {"id": "last", "source": "x"})
    assert [answer["id"] for answer in answers] == [None] * 7 + [1, 2, 3, 4, 5, "last"]
    assert all(set(answer) == {"id", "error"} and answer["error"] for answer in answers[:-1])
    assert types(answers[-1]["ast"]) == ["document", "paragraph", "inline", "text"]


def test_batch_takes_defaults_from_the_command_line() -> None:
    line = {"id": 1, "source": "<!-- c -->"}
    on, off = batch(line, {**line, "options": {"allowComments": False}}, argv=["--allow-comments"])
    assert types(on["ast"]) == ["document", "comment"]
    assert "comment" not in types(off["ast"])


@pytest.mark.parametrize(
    "source",
    [
        "half a pair \ud83d and the other \ude00",
        "\0\x01\x0c\u2028\u2029\ufeff",
        "\r\r\n\n\r",
        "{% hint ty",
        '{% a b="',
        "{% /",
        "---\na: [\n---\n",
        "\ufeff---\ntitle: x\n---\n",
    ],
)
def test_batch_survives(source: str) -> None:
    [answer] = batch({"id": source, "source": source})
    assert answer["id"] == source
    assert answer["ast"]["type"] == "document"
    assert isinstance(answer["formatted"], str)


@pytest.mark.parametrize(
    "source",
    [
        "{% a %}\n" * 10_000 + "x\n" + "{% /a %}\n" * 10_000,
        "x {% a %}" * 3_000,
        ">" * 10_000 + " x",
        "{% a b=" + "[" * 10_000 + "]" * 10_000 + " /%}",
        "".join("  " * level + "- x\n" for level in range(400)),
    ],
    ids=["tags", "inline tags", "quotes", "values", "lists"],
)
def test_batch_survives_any_depth(source: str) -> None:
    answer, following = batch({"id": 1, "source": source}, {"id": 2, "source": "x"})
    assert "error" not in answer
    assert answer["ast"]["type"] == "document"
    assert following["id"] == 2


def test_batch_answers_each_line_before_the_next_is_sent() -> None:
    command = [sys.executable, "-m", "refrakt", "ast", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for number in range(3):
            running.stdin.write(json.dumps({"id": number, "source": "x"}).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["id"] == number
        running.stdin.close()
        assert running.wait(timeout=60) == 0


# JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [None, True, 1, -2.5, "é\ud800\n", [], {}, [[], {}], {"a": [1, {"b": []}], "": {"c": None}}, [[1, 2], [3]], "x"],
)
def test_json_text_has_the_type_of_the_value(value: Any) -> None:
    assert json.loads(compact(value)) == value
    assert compact(value) == json.dumps(value, separators=(",", ":"))
    assert pretty(value) == json.dumps(value, indent=2, ensure_ascii=False)


def test_json_text_of_any_depth_stays_linear() -> None:
    value: list[Any] = []
    for _ in range(50_000):
        value = [value]
    assert compact(value) == "[" * 50_001 + "]" * 50_001
    assert len(pretty(value)) < 50_000 * 2 * 140


# refrakt format ---------------------------------------------------------------------------------------------------


def formatted(text: str, options: ParseOptions | None = None) -> str:
    from refrakt.markdoc.format import format_document

    return format_document(parse(text, options or ParseOptions()))


def test_format_prints(tmp_path: Path) -> None:
    path = page(tmp_path, UGLY)
    assert refrakt("format", path) == (0, formatted(UGLY.decode()), "")
    assert refrakt("format", "-", stdin=UGLY) == (0, formatted(UGLY.decode()), "")
    assert path.read_bytes() == UGLY
    assert formatted(UGLY.decode()) != UGLY.decode()


def test_a_plain_site_keeps_the_style_of_its_pages(tmp_path: Path) -> None:
    page(tmp_path, '{"dependencies": {"@markdoc/next.js": "0.5.0", "next": "15.0.0"}}', "package.json")
    (tmp_path / "pages").mkdir()
    kept = page(tmp_path, "*   a\n*   b\n\n|x|\n|-|\n", "pages/kept.md")
    spaced = page(tmp_path, "{%note%}\n\n***\n\n{% /note %}\n", "pages/spaced.md")
    page(tmp_path, UGLY, "README.md")
    assert refrakt("format", "--check", kept) == (0, "", "")
    assert refrakt("format", "--check", tmp_path) == (1, f"{spaced}\n", "")
    assert refrakt("format", spaced).out == "{% note %}\n\n***\n\n{% /note %}\n"


def test_check_names_what_would_change(tmp_path: Path) -> None:
    ugly, good = page(tmp_path, UGLY, "ugly.md"), page(tmp_path, formatted(UGLY.decode()), "good.md")
    assert refrakt("format", "--check", good) == (0, "", "")
    assert refrakt("format", "--check", good, ugly) == (1, f"{ugly}\n", "")
    assert refrakt("format", "--check", ugly, tmp_path / "none.md").code == 2
    assert refrakt("format", "--check", "-", stdin=UGLY) == (1, "<stdin>\n", "")
    assert ugly.read_bytes() == UGLY


def test_diff_can_be_applied(tmp_path: Path) -> None:
    text = UGLY + b"\nplain \x0c text\n\n*   no newline at the end"
    path = page(tmp_path, text)
    ran = process("format", "--diff", path.name, cwd=tmp_path)
    assert ran.code == 1
    assert ran.out.startswith("--- page.md\n+++ page.md\n@@ ")
    assert "\\ No newline at end of file\n" in ran.out
    subprocess.run(["git", "apply", "-p0", "-"], input=ran.out.encode(), cwd=tmp_path, check=True)
    assert path.read_bytes().decode() == formatted(text.decode())
    assert refrakt("format", "--diff", path) == (0, "", "")


def test_write_changes_what_must_change_and_nothing_else(tmp_path: Path) -> None:
    ugly, good = page(tmp_path, UGLY, "ugly.md"), page(tmp_path, formatted(UGLY.decode()), "good.md")
    ugly.chmod(0o640)
    before = good.stat()
    assert process("format", "--write", ugly, good) == (0, f"{ugly}\n", "")
    assert ugly.read_text() == good.read_text() == formatted(UGLY.decode())
    assert stat.S_IMODE(ugly.stat().st_mode) == 0o640
    assert (good.stat().st_ino, good.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert sorted(os.listdir(tmp_path)) == ["good.md", "ugly.md"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", BOM])
def test_write_keeps_line_ends_and_byte_order_mark(tmp_path: Path, end: str, bom: bytes) -> None:
    path = page(tmp_path, bom + UGLY.replace(b"\n", end.encode()))
    assert refrakt("format", "--write", path).code == 0
    assert path.read_bytes() == bom + formatted(UGLY.decode()).replace("\n", end).encode()
    assert refrakt("format", "--check", path).code == 0


def test_mixed_line_ends_become_the_common_one() -> None:
    source = TextFile("page.md", "a\r\nb\nc\r\n")
    assert source.encode("a\nb\nc\n") == b"a\r\nb\r\nc\r\n"


def test_write_follows_a_link(tmp_path: Path) -> None:
    real = page(tmp_path, UGLY, "real.md")
    link = tmp_path / "link.md"
    link.symlink_to(real.name)
    assert refrakt("format", "--write", link).code == 0
    assert link.is_symlink()
    assert real.read_text() == formatted(UGLY.decode())


def test_write_refuses_standard_input() -> None:
    ran = refrakt("format", "--write", "-", stdin=UGLY)
    assert (ran.code, ran.out) == (2, "")


def test_a_failed_write_leaves_the_file_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = page(tmp_path, UGLY)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert refrakt("format", "--write", path) == (2, "", f"refrakt: {path}: no space left on device\n")
    assert path.read_bytes() == UGLY
    assert os.listdir(tmp_path) == ["page.md"]


@unprivileged
def test_a_read_only_file_is_left_alone(tmp_path: Path) -> None:
    path = page(tmp_path, UGLY)
    path.chmod(0o444)
    ran = refrakt("format", "--write", path)
    assert (ran.code, ran.err) == (2, f"refrakt: {path}: is read-only\n")
    assert path.read_bytes() == UGLY


def test_the_example_site_keeps_its_meaning(tmp_path: Path) -> None:
    site = tmp_path / "content"
    shutil.copytree(SITE, site)
    pages = sorted(site.rglob("*.md"))
    assert refrakt("format", "--write", *pages).code == 0
    assert refrakt("format", "--check", *pages) == (0, "", "")
    for path in pages:
        if path.name != "mistakes.md":
            assert parse(path.read_text("utf-8")).problems == []


# The manual -------------------------------------------------------------------------------------------------------


def test_the_examples_of_the_engine_page_run() -> None:
    examples = re.findall(
        r"^```python[^\n]*\n(.*?)^```", (ROOT / "docs" / "engine.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(examples) > 4
    exec(compile("\n".join(examples), "docs/engine.md", "exec"), {})


def test_the_pages_of_the_manual_are_sound() -> None:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    assert pages
    assert refrakt("ast", "--problems", *pages).code == 0
