"""`validate_content`: ranges, fixes, severities, and files it refuses to read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from refrakt.command_input import from_json, input_schema
from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.json_payload import as_json
from refrakt.services.reported_problem import ReportedEdit
from refrakt.services.validate_content import ContentInput, Validation, validate_content

TYPO = '{% hnit type="note" %}\nText\n{% /hnit %}\n'


def context(folder: Path, config: str = '{"site": {"contentDir": "content"}}') -> Context:
    (folder / "refrakt.config.json").write_text(config, "utf-8")
    (folder / "content").mkdir(exist_ok=True)
    return Context.at(folder)


def validate(folder: Path, markdown: str | None = None, **query: Any) -> Validation:
    return validate_content(context(folder), ContentInput(markdown, **query))


def fixed(text: str, fix: list[ReportedEdit]) -> str:
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for edit in reversed(fix):
        start, end = starts[edit.line - 1] + edit.column - 1, starts[edit.end_line - 1] + edit.end_column - 1
        text = text[:start] + edit.new_text + text[end:]
    return text


def test_a_correct_snippet(tmp_path: Path) -> None:
    answer = validate(tmp_path, '{% callout type="note" %}\nText {% icon name="x" /%}\n{% /callout %}\n')
    assert answer == Validation(True, [], ["hint", "icon"], "argument")


def test_a_problem_has_range_message_and_a_working_fix(tmp_path: Path) -> None:
    answer = validate(tmp_path, TYPO)
    (problem,) = answer.errors
    assert not answer.ok
    assert (problem.severity, problem.code) == ("error", "unknown-rune")
    assert (problem.line, problem.column, problem.end_line, problem.end_column) == (1, 4, 1, 8)
    assert problem.fix is not None
    assert validate(tmp_path, fixed(TYPO, problem.fix)).errors == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_count_characters_with_all_line_ends(tmp_path: Path, end: str) -> None:
    text = end.join(["---", "title: 🦉", "---", "", "🦉🦉 {% hnit /%}", ""])
    (problem,) = validate(tmp_path, text).errors
    assert (problem.line, problem.column, problem.end_column) == (5, 7, 11)


def test_problems_come_in_the_order_of_the_text(tmp_path: Path) -> None:
    answer = validate(tmp_path, "{% aaaa /%}\n\n{% bbbb /%} {% cccc /%}\n\n{% dddd /%}\n")
    assert [(each.line, each.column) for each in answer.errors] == [(1, 4), (3, 4), (3, 16), (5, 4)]


def test_tags_in_code_are_samples(tmp_path: Path) -> None:
    text = "```\n{% hnit %}\n```\n"
    assert validate(tmp_path, text) == Validation(True, [], [], "argument")
    (tmp_path / "refrakt.config.json").unlink()
    (tmp_path / "markdoc.config.json").write_text("[]")
    assert validate_content(Context.at(tmp_path), ContentInput(text)).errors == []


def test_as_json_names_are_in_camel_case_and_nothing_is_null(tmp_path: Path) -> None:
    result = as_json(validate(tmp_path, TYPO))
    assert set(result) == {"ok", "errors", "runesUsed", "source"}
    (problem,) = result["errors"]
    assert {"severity", "code", "line", "column", "endLine", "endColumn", "message", "fix"} <= set(problem)
    assert problem["fix"][0] == {"line": 1, "column": 4, "endLine": 1, "endColumn": 8, "newText": "hint"}


def test_pydantic_makes_schemas_of_the_same_classes() -> None:
    pydantic = pytest.importorskip("pydantic")
    schema = input_schema(ContentInput)
    assert set(schema["properties"]) == {"markdown", "frontmatter", "layout", "site", "path"}
    assert schema["additionalProperties"] is False
    assert "path" in schema["properties"]["markdown"]["description"]
    answer = pydantic.TypeAdapter(Validation).json_schema(mode="serialization")
    assert set(answer["properties"]) == {"ok", "errors", "runesUsed", "source", "version"}


# Strictness -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["warning", "info", "hint"])
def test_the_config_sets_severities(tmp_path: Path, wish: str) -> None:
    strict = context(tmp_path, f'{{"site": {{}}, "authoring": {{"rules": {{"unknown-rune": "{wish}"}}}}}}')
    answer = validate_content(strict, ContentInput(TYPO))
    assert (answer.ok, [each.severity for each in answer.errors]) == (True, [wish])


def test_the_nearest_name_is_suggested(tmp_path: Path) -> None:
    strict = context(tmp_path, '{"site": {}, "authoring": {"rules": {"unknown-rune": "off"}}}')
    in_text = "---\nrefrakt:\n  rules: {unknown-rune: info}\n---\n{% hnit /%}\n\n[//]: # (refrakt-disable-next-line)\n{% hnit /%}\n"
    assert validate_content(strict, ContentInput(TYPO)).errors == []
    (problem,) = validate_content(strict, ContentInput(in_text)).errors
    assert (problem.line, problem.severity) == (5, "info")
    apart = ContentInput(TYPO, {"refrakt": {"rules": {"unknown-rune": "hint"}}})
    assert [each.severity for each in validate_content(strict, apart).errors] == ["hint"]


# Files ----------------------------------------------------------------------------------------------------------------


def refused(arguments: Context, **query: Any) -> RefraktError:
    with pytest.raises(RefraktError) as caught:
        validate_content(arguments, ContentInput(**query))
    assert caught.value.hint
    return caught.value


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    arguments = context(tmp_path)
    (tmp_path / "content" / "a.md").write_bytes(b"\xef\xbb\xbf{% hnit /%}\n")
    for path in ("content/a.md", "content/../content/a.md", str(tmp_path / "content" / "a.md")):
        answer = validate_content(arguments, ContentInput(path=path))
        assert (answer.source, [each.column for each in answer.errors]) == ("disk", [4])
    both = validate_content(arguments, ContentInput("Fine.\n", path="content/a.md"))
    assert both == Validation(True, [], [], "argument")
    assert validate_content(arguments, ContentInput("Fine.\n", path="content/not-yet.md")).ok


def test_nothing_outside_the_project_is_read(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    arguments = context(root)
    (tmp_path / "secret.md").write_text("secret")
    (root / "link.md").symlink_to(tmp_path / "secret.md")
    (root / "folder").symlink_to(tmp_path)
    for path in ("../secret.md", "content/../../secret.md", str(tmp_path / "secret.md"), "link.md", "folder/secret.md"):
        assert refused(arguments, path=path).code == "INVALID_ARGS", path
        assert "outside" in refused(arguments, path=path, markdown="Text").message


def test_what_is_no_page_is_refused_without_waiting(tmp_path: Path) -> None:
    arguments = context(tmp_path)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "latin.md").write_bytes(b"caf\xe9")
    (tmp_path / "loop.md").symlink_to("loop.md")
    assert refused(arguments, path="nowhere.md").code == "NOT_FOUND"
    for path in ("content", "pipe.md", "latin.md", "loop.md", "a\0b.md"):
        assert refused(arguments, path=path).code == "INVALID_ARGS", path
    assert refused(arguments).code == "INVALID_ARGS"


def test_the_site_of_a_file_is_the_one_it_lies_in(tmp_path: Path) -> None:
    sites = '{"sites": {"a": {"contentDir": "a"}, "b": {"contentDir": "b", "plugins": ["@refrakt-md/marketing"]}}}'
    arguments = context(tmp_path, sites)
    hero = "{% hero %}\n# Title\n{% /hero %}\n"
    assert validate_content(arguments, ContentInput(hero, path="b/x.md")).runes_used == ["hero"]
    assert validate_content(arguments, ContentInput(hero, path="a/x.md")).runes_used == []
    assert refused(arguments, markdown=hero).code == "SITE_AMBIGUOUS"
    assert refused(arguments, markdown=hero, site="c").code == "SITE_NOT_FOUND"
    assert arguments.site("a") is arguments.site(path=tmp_path.resolve() / "a/y.md")


# Input ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [{"markdwon": ""}, {"markdown": 1}, {"frontmatter": []}, {"path": {}}])
def test_invalid_input_is_reported_by_name(data: dict[str, Any]) -> None:
    with pytest.raises(RefraktError, match=next(iter(data))):
        from_json(ContentInput, data)


def test_input_as_json() -> None:
    arguments = {"markdown": "x", "frontmatter": {"a": [1]}, "site": None}
    assert from_json(ContentInput, arguments) == ContentInput("x", {"a": [1]})
