"""URIs, schemas, truncated results, the log, and the limits in the manual."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_types import TextContent
from pydantic import BaseModel, Field, ValidationError

from refrakt.errors import CODES, RefraktError
from refrakt.hosts import log
from refrakt.hosts.mcp import (
    message_streams,
    resources,
    subscriptions,
    tool_results,
    tools,
    worker_threads,
)
from refrakt.hosts.mcp.prompts import BUILTIN_PROMPTS
from refrakt.hosts.mcp.resources import RUNE
from refrakt.hosts.mcp.schema_compaction import compact, output_schema
from refrakt.plugins import resource_uris
from refrakt.plugins.resource_uris import parse_template, parse_uri
from refrakt.services.registry import services

# Addresses ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "uri", "values"),
    [
        ("refrakt://detect", "refrakt://detect", {}),
        ("refrakt://detect", "refrakt://detect/", None),
        ("refrakt://rune/{name}", "refrakt://rune/hint", {"name": "hint"}),
        ("refrakt://rune/{name}", "refrakt://rune/a%2Fb%20c", {"name": "a/b c"}),
        ("refrakt://rune/{name}", "refrakt://rune/a/b", None),
        ("refrakt://rune/{name}", "refrakt://rune/", None),
        ("refrakt://rune/{name}{?site}", "refrakt://rune/hint?site=a", {"name": "hint"}),
        ("refrakt://plan/{type}/{id}", "refrakt://plan/work/WORK-1", {"type": "work", "id": "WORK-1"}),
        ("refrakt://plan/{type}/{id}", "refrakt://plan/work", None),
        ("refrakt://pages/{+url}{?site}", "refrakt://pages/docs/setup", {"url": "docs/setup"}),
        ("refrakt://pages/{+url}{?site}", "refrakt://pages/", {"url": ""}),
        ("refrakt://a.b/{name}", "refrakt://axb/c", None),
    ],
)
def test_templates(form: str, uri: str, values: dict[str, str] | None) -> None:
    assert parse_template(form).match(parse_uri(uri)) == values


def test_queries_are_split_at_the_first_equals_sign() -> None:
    query = parse_uri("refrakt://rune/api?path=/a%3Db=c&flag&empty=&na%20me=%C3%A9+").query
    assert query == {"path": "/a=b=c", "flag": "", "empty": "", "na me": "é+"}


def test_unknown_query_keys_are_refused() -> None:
    form = parse_template("refrakt://reference{?site,rune}")
    form.check_query(parse_uri("refrakt://reference?site=a&rune=b"))
    with pytest.raises(RefraktError, match="rune, site"):
        form.check_query(parse_uri("refrakt://reference?sight=a"))
    parse_template("refrakt://rune/{name}{?site,attrs*}").check_query(parse_uri("refrakt://rune/a?anything=goes"))
    assert form.fixed == "refrakt://reference"
    assert parse_template("refrakt://rune/{name}{?site}").fixed is None


# Schemas --------------------------------------------------------------------------------------------------------------


class Part(BaseModel):
    title: str | None = None


class Whole(BaseModel):
    title: str
    parts: list[Part] = Field(default_factory=list)
    mode: str | int | None = None
    extra: dict[str, str] | None = Field(None, description="More.")
    kind: str = "plain"


def test_a_field_called_title_is_no_title() -> None:
    schema = compact(Whole.model_json_schema())
    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["properties"]["extra"] == {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "More.",
    }
    assert schema["properties"]["mode"] == {"anyOf": [{"type": "string"}, {"type": "integer"}]}
    assert schema["properties"]["kind"] == {"type": "string", "default": "plain"}
    assert schema["$defs"]["Part"]["properties"] == {"title": {"type": "string"}}
    assert "title" not in schema


def test_answers_may_hold_null() -> None:
    schema = output_schema(Whole)
    assert schema["properties"]["extra"]["type"] == ["object", "null"]
    assert {"type": "null"} in schema["properties"]["mode"]["anyOf"]


def test_an_open_object_is_compacted() -> None:
    assert compact({"type": "object", "additionalProperties": True, "title": "T"}) == {"type": "object"}


# Answers --------------------------------------------------------------------------------------------------------------


def texts(result: object) -> list[str]:
    return [each.text for each in getattr(result, "content", []) if isinstance(each, TextContent)]


def test_lists_get_the_name_their_schema_has_for_them() -> None:
    schema = {"properties": {"runes": {"type": "array"}, "total": {"type": "integer"}}}
    assert tool_results.success_result(["a"], "x.list", schema).structured_content == {"runes": ["a"]}
    assert tool_results.success_result(["a"], "x.list").structured_content == {"list": ["a"]}
    assert tool_results.success_result(None, "x.list").structured_content == {}


def test_a_long_text_is_cut() -> None:
    result = tool_results.success_result("x" * 200_000, "x.text")
    assert len(texts(result)[0]) == tool_results.MAX_RESULT + 1
    data = result.structured_content
    assert data is not None
    assert data["truncated"] is True
    assert "the first 100000 of 200000 characters" in data["cut"]


def test_the_largest_part_is_truncated() -> None:
    answer = {"small": ["a"] * 10, "inner": {"large": ["b" * 100] * 5000, "note": "kept"}, "n": 5}
    result = tool_results.success_result(answer, "x.y")
    data = result.structured_content
    assert (data["small"], data["inner"]["note"], data["n"]) == (["a"] * 10, "kept", 5)
    assert 500 < len(data["inner"]["large"]) < 1000
    assert len(json.dumps(data)) <= tool_results.MAX_RESULT * 1.01
    assert data["truncated"] is True
    assert "`inner.large` has the first" in data["cut"]
    assert "`inner.large` has the first" in texts(result)[0]


def test_many_large_parts_are_truncated() -> None:
    data = tool_results.success_result({f"part{n}": "x" * 50_000 for n in range(10)}, "x.y").structured_content
    assert len(json.dumps(data)) <= tool_results.MAX_RESULT * 1.1


# The log --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def _log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    root.handlers = []
    levels = {name: logging.getLogger(name).level for name in ("refrakt", *log.LIBRARIES)}
    yield
    for each in root.handlers:
        each.close()
    root.handlers, root.level = handlers, level
    for name, known in levels.items():
        logging.getLogger(name).setLevel(known)


@pytest.mark.usefixtures("_log_as_before")
def test_the_log_goes_to_standard_error_or_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    errors = io.StringIO()
    monkeypatch.setattr(sys, "stderr", errors)
    log.configure("info")
    logging.getLogger("refrakt.mcp").info("seen")
    logging.getLogger("refrakt.mcp").debug("unseen")
    logging.getLogger("mcp").info("a message with a page in it")
    log.configure("debug", tmp_path / "log")
    logging.getLogger("refrakt.mcp").debug("written")
    logging.getLogger("mcp").debug("a message with a page in it")
    assert "INFO refrakt.mcp: seen" in errors.getvalue()
    text = (tmp_path / "log").read_text()
    assert "written" in text
    for result in (errors.getvalue(), text):
        assert "unseen" not in result
        assert "page" not in result


@pytest.mark.usefixtures("_log_as_before")
def test_page_text_is_not_logged(tmp_path: Path) -> None:
    log.configure("debug", tmp_path / "log")
    logger = logging.getLogger("refrakt.mcp")
    try:
        Whole.model_validate({"title": {"private": "diary"}})
    except ValidationError:
        logger.exception("a model refused")
    try:
        try:
            int("diary")
        except ValueError as error:
            raise TypeError("a number was wanted") from error
    except TypeError:
        logger.exception("it broke")
    text = (tmp_path / "log").read_text()
    assert "diary" not in text
    assert "TypeError: a number was wanted" in text
    assert "ValidationError" in text
    assert f"{Path(__file__).name}:" in text


# The manual -----------------------------------------------------------------------------------------------------------


def manual(repository: Path, page: str) -> str:
    return (repository / "docs" / "mcp" / page).read_text("utf-8")


def test_the_manual_covers_everything(repository: Path) -> None:
    about_tools, addresses, prompts, errors = (
        manual(repository, page) for page in ("tools.md", "resources.md", "prompts.md", "errors.md")
    )
    generated = (repository / "docs" / "services.md").read_text("utf-8")
    for name, service in services().items():
        assert not service.for_agents or f"`{name}`" in about_tools or f"## {name}\n" in generated, name
        assert service.resource is None or f"`{service.resource}`" in addresses, name
    assert f"`{RUNE}`" in addresses
    for prompt in BUILTIN_PROMPTS.values():
        assert f"## `{prompt.name}`" in prompts
        assert all(f"`{each.name}`" in prompts for each in prompt.arguments)
    assert [code for code in CODES if f"| `{code}`" not in errors] == []


def test_the_limits_in_the_manual_are_the_real_ones(repository: Path) -> None:
    result = manual(repository, "index.md")
    for number in (
        f"{message_streams.MAX_MESSAGE >> 20} MiB",
        f"{tool_results.MAX_RESULT:,} ch",
        f"{resources.MAX_RESOURCE:,} ch",
        f"{subscriptions.MAX_SUBSCRIPTIONS:,}",
        f"{resource_uris.MAX_URI:,} ch",
        f"{subscriptions.MAX_STREAMS} ",
        f"{worker_threads.MAX_PLUGIN_PROCESSES} at once",
        f"{message_streams.MAX_PENDING:,} ",
    ):
        assert number in result, number
    assert f"{tools.SERVICE_TIMEOUT:.0f} seconds" in result
