"""Regular expressions of configs, catalogues and pages: none of them can hold up the editor or a command."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.command_runner import project
from lsp.wire import server
from refrakt.markdoc.patterns import (
    LONGEST_PATTERN,
    LONGEST_TEXT,
    Pattern,
    PatternError,
    groups_of_matches,
    pattern,
    pattern_problem,
)
from refrakt.project.config import parse_config
from refrakt.project.index.external_references import MOST_PATTERNS, xref_patterns_of
from site_rules.site_checks import site_in

SERVER = Path(__file__).resolve().parents[2] / "server"
PATIENCE = 60
"""Seconds. Each of these took minutes or longer with the engine of Python."""

SLOW = {
    "optional letters": ("a?" * 40 + "a{40}", "a" * 40),
    "nested repetition": ("(a+)+$", "a" * 40 + "!"),
    "nested empty repetition": ("^(a*)*$", "a" * 40 + "!"),
    "alternatives of the same text": (r"^(\w|\d)*$", "1" * 40 + "!"),
    "counted repetition": ("(?:a{1,30}){1,30}b", "a" * 1000),
    "many repetitions": ("a*a*a*a*a*a*a*a*b", "a" * 1000),
    "optional groups": ("(a?)" * 100 + "a{100}", "a" * 100),
}
LOOK_AROUND = "(?=" * 20 + "(a+)+$" + ")" * 20


@pytest.mark.parametrize(("source", "text"), SLOW.values(), ids=SLOW)
def test_a_pattern_with_many_ways_to_match_is_used_and_ends(source: str, text: str) -> None:
    assert pattern_problem(source) is None
    program = f"from refrakt.markdoc.patterns import pattern; print(pattern({source!r}).matches({text!r}))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert ran.stdout.strip() == str(text.endswith("a") and "b" not in source)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (LOOK_AROUND, "uses look-around"),
        ("(?<!a)b", "uses look-around"),
        (r"(a)\1", "uses a back-reference"),
        (r"(?<n>a)\k<n>", "uses a back-reference"),
        ("((a{100}){100}){100}", "is too large"),
        (r"\S{900}\S{900}\S{900}", "is too large"),
        ("x{1001}", "has a repetition count above 1,000"),
        ("x" * (LONGEST_PATTERN + 1), f"has {LONGEST_PATTERN + 1} characters"),
        ("(" * 60 + ")" * 60, "nests groups"),
        ("[a", "has an unclosed "),
        ("(a", "has an unclosed group"),
        ("a)", "has an unmatched "),
        ("a**", "has a repeated quantifier"),
        ("*a", "has nothing to repeat"),
        ("(?>a)", "has an invalid group"),
        ("a\\", "ends with a backslash"),
        ("[z-a]", "has a character range out of order"),
        ("a{2,1}", "has a repetition range out of order"),
        ("a{" + "9" * 400 + "}", "has a repetition count above 1,000"),
    ],
)
def test_unsupported_patterns_have_a_reason(source: str, reason: str) -> None:
    assert (pattern_problem(source) or "").startswith(reason)
    with pytest.raises(ValueError, match=reason.split("(", 1)[0]):
        pattern(source)


def test_a_pattern_means_what_it_means_in_javascript() -> None:
    year = pattern(r"^(?<year>\d{4})$", "i").search("2026")
    assert year is not None
    assert (year.start, year.end, year.text, year.groups) == (0, 4, "2026", {"year": "2026"})
    for source, flags, text, expected in (
        (r"^\d+$", "", "2026\n", False),
        (r"^\d+$", "", "٢٠٢٦", False),
        (r"^[\w$]+$", "", "a$b", True),
        ("^B$", "im", "a\nb", True),
        (r"^\s+$", "", "\u00a0\ufeff", True),
        ("a.b", "", "a\u2028b", False),
        ("a.b", "s", "a\nb", True),
        ("^[^]$", "", "\n", True),
        ("[]", "", "a", False),
        ("^.$", "", "🙂", False),
        ("^.$", "u", "🙂", True),
        ("a{", "", "a{", True),
        (r"\ud83d", "", "🙂", True),
        ("x", "", "\ud800x", True),
        ("b", "y", "ab", False),
    ):
        assert pattern(source, flags).matches(text) is expected, (source, flags, text)


def test_positions_count_characters() -> None:
    found = pattern("(b+)c").search("🙂abbc")
    assert found is not None
    assert (found.start, found.end, found.text) == (2, 5, "bb")


def test_a_long_text_is_not_matched() -> None:
    assert not Pattern("^a*$").is_applicable("a" * (LONGEST_TEXT + 1))
    assert not Pattern("^a*$").matches("a" * (LONGEST_TEXT + 1))


def test_nothing_is_imported_before_a_pattern_is_used() -> None:
    program = (
        "import sys, refrakt.markdoc.validate, refrakt.runes.packages, "
        "refrakt.project.index.external_references, refrakt.rules.page_checker;"
        "print('re2' in sys.modules, 'refrakt.markdoc.pattern_syntax' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "False"]


# A folder with such patterns ------------------------------------------------------------------------------------------

PAGE = """# Home

{% ref "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" /%}

{% collection type="page" filter="title:/@FILTER@/" /%}

{% bed size="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!" %}
- aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!
{% /bed %}
"""


def _hostile(folder: Path) -> Path:
    """A site whose config, catalogue and page have every slow pattern, and one that is refused."""
    sources = [*(source for source, _ in SLOW.values()), LOOK_AROUND]
    xrefs = [{"match": each, "template": "/{id}"} for each in sources]
    rules = [{"pattern": "/" + "*a" * 200, "layout": "x"}]
    site = {"contentDir": "./content", "plugins": ["own"], "routeRules": rules}
    project(folder, {"xrefs": xrefs, "site": site})
    fields = [{"name": f"f{n}", "pattern": each} for n, each in enumerate(sources)]
    content = {"kind": "sequence", "fields": [{"name": "list", "match": "list", "item": {"fields": fields[:-1]}}]}
    attributes = [
        {"name": "size", "pattern": sources[0]},
        *({"name": f["name"], "pattern": f["pattern"]} for f in fields),
    ]
    runes = [{"name": "bed", "attributes": attributes, "content": content}]
    catalogues = folder / ".refrakt" / "catalogues"
    catalogues.mkdir(parents=True)
    (catalogues / "own.json").write_text(json.dumps({"version": 1, "package": {"name": "own"}, "runes": runes}))
    pages = folder / "content"
    pages.mkdir()
    (pages / "index.md").write_text(PAGE.replace("@FILTER@", sources[1]))
    (pages / "other.md").write_text(f"---\ntitle: {'a' * 40}!\n---\n\n# Other\n")
    return folder


def test_check_ends_and_names_what_it_does_not_use(tmp_path: Path) -> None:
    folder = _hostile(tmp_path)
    command = [sys.executable, "-m", "refrakt", "check", "--format", "json"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    output = ran.stdout + ran.stderr
    assert "look-around" in output
    assert '"value-not-allowed"' in ran.stdout


def test_opening_the_folder_in_an_editor_never_blocks(tmp_path: Path) -> None:
    folder = _hostile(tmp_path)
    with server(folder) as client:
        uri = client.open("content/index.md", (folder / "content" / "index.md").read_text())
        client.diagnostics(uri)
        params = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 9}}
        client.request("textDocument/hover", params)
        client.change(uri, 2, {"text": PAGE.replace("@FILTER@", SLOW["optional letters"][0])})
        client.diagnostics(uri, 2)
        client.request("textDocument/hover", params)


def test_a_config_has_so_many_patterns_and_no_more() -> None:
    xrefs = [{"match": f"A{n}", "template": "/"} for n in range(MOST_PATTERNS + 1)]
    found, problems = xref_patterns_of(parse_config(json.dumps({"xrefs": xrefs}), Path("refrakt.config.json")))
    assert len(found) == MOST_PATTERNS
    assert [each.message for each in problems] == ["`xrefs` has 201 patterns; the first 200 are used"]


@pytest.mark.parametrize(
    "config",
    [
        {"xrefs": [{"match": r"(?=G)GH-\d+", "template": "/{id}"}]},
        {"site": {"entityRoutes": [{"type": "page", "url": "/made/{title}", "filter": "title:/(?=G)/"}]}},
    ],
    ids=["xrefs", "entityRoutes"],
)
def test_unsupported_patterns_are_not_matched(tmp_path: Path, config: dict[str, Any]) -> None:
    page = '# Home\n\n{% ref "GH-12" /%} [there](/made/GH-12)\n'
    usual = {"site": {"contentDir": "./content", **config.pop("site", {})}}
    for more, expected in ((config, set()), ({}, {"unresolved-xref", "broken-link"})):
        site = usual if more is config else {"site": {"contentDir": "./content"}}
        index = site_in(tmp_path, {"refrakt.config.json": json.dumps(site | more), "content/index.md": page})
        found = {each.code for each in index.problems("content/index.md")}
        assert found == expected


# The source -----------------------------------------------------------------------------------------------------------

_CALLS = frozenset({"compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"})
MADE_FROM_OUR_OWN = {
    "refrakt/rules/lenient_tag/tags.py": "constants",
    "refrakt/rules/lenient_tag/values.py": "constants",
    "refrakt/rules/lenient_tag/words.py": "constants",
    "refrakt/project/site_rules/filter_syntax.py": "constants joined",
    "refrakt/runes/needed_nodes.py": "constants of the runes",
    "refrakt/rules/needed_content.py": "constants of the runes",
    "refrakt/rules/link_syntax.py": "constants",
    "refrakt/rules/liquid_syntax.py": "one of three words",
    "refrakt_plan/rules/invalid_id.py": "the prefixes of ids in the vocabulary",
    "refrakt/features/rune_snippets.py": "a loop over constants",
    "refrakt/features/workspace_symbols.py": "escaped letters of a query, each searched for in one line",
    "refrakt/plugins/resource_uris.py": "templates of services and plugins, escaped",
    "refrakt/markdoc/blocks/html.py": "the word script or style",
    "refrakt/markdoc/blocks/leaves.py": "a loop over constants",
    "refrakt/markdoc/inline_parser.py": "constants joined, and the tag pattern of markdown-it",
    "refrakt/markdoc/text_rules.py": "constants joined",
    "refrakt/markdoc/typography.py": "constants joined",
    "refrakt_plan/editing/ids.py": "the plan's own vocabulary",
    "refrakt_plan/rules/filename.py": "the plan's own vocabulary",
    "refrakt_plan/rules/missing_id.py": "the plan's own vocabulary",
    "refrakt_plan/editor/completion.py": "the plan's own vocabulary",
    "refrakt_plan/editor/plan_index.py": "the plan's own vocabulary",
    "refrakt_plan/scanner/entity_reader.py": "the plan's own vocabulary",
    "refrakt_plan/vocabulary.py": "the plan's own vocabulary",
    "refrakt_forge/versions.py": "constants of the module",
    "refrakt/project/toml_edit.py": "names, escaped",
    "refrakt/rules/lenient_tag/tag_start.py": "constants of the package",
}
"""Modules that make a pattern for Python's engine of more than constants and escaped text, and what it is made of."""


def test_no_other_text_reaches_the_engine_of_python() -> None:
    assert {path.relative_to(SERVER).as_posix() for path in _made()} == MADE_FROM_OUR_OWN.keys()


def _made() -> Iterator[Path]:
    for path in sorted(SERVER.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        targets = (
            each for line in tree.body if isinstance(line, ast.Assign | ast.AnnAssign) for each in _targets(line)
        )
        constants = {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        if any(
            _is_call(node) and not _is_constant(node.args[0], constants)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
        ):
            yield path


def _targets(line: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return line.targets if isinstance(line, ast.Assign) else [line.target]


def _is_call(node: Any) -> bool:
    called = node.func
    return (
        isinstance(called, ast.Attribute)
        and isinstance(called.value, ast.Name)
        and called.value.id == "re"
        and called.attr in _CALLS
    )


def _is_constant(node: ast.expr, constants: set[str]) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.Name():
            return node.id in constants
        case ast.BinOp():
            return _is_constant(node.left, constants) and _is_constant(node.right, constants)
        case ast.JoinedStr():
            return all(_is_constant(each, constants) for each in node.values)
        case ast.FormattedValue():
            return _is_constant(node.value, constants)
        case ast.Call(func=ast.Attribute(attr="escape")):
            return True
    return False


def test_all_matches_with_their_groups() -> None:
    assert groups_of_matches("([a-z])([A-Z])?", "", "aBc") == [(0, 2, ["aB", "a", "B"]), (2, 3, ["c", "c", None])]
    assert groups_of_matches("^a", "", "aaa") == [(0, 1, ["a"])]
    assert groups_of_matches("x*", "", "ab") == [(0, 0, [""]), (1, 1, [""]), (2, 2, [""])]
    for source, text in (("(?=a)", "a"), ("a", "a" * (LONGEST_TEXT + 1)), ("a", "😀")):
        with pytest.raises(PatternError):
            groups_of_matches(source, "", text)
