"""`markdoc.config.json`: what it says, and the problems of a wrong file with their positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import write
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.project.frameworks.language_server_config import (
    LanguageServerSite,
    SchemaSource,
    parse_language_server_config,
)
from refrakt.project.frameworks.recognition import recognise

WHOLE = """[
  {
    "id": "docs",
    "path": "content",
    "schema": {"path": "schema/index.js", "type": "node", "property": "config", "watch": true},
    "markdoc": {"allowComments": true, "slots": false},
    "routing": {"frontmatter": "route"},
    "server": {"path": "server.js", "watch": "dist/**"},
    "templates": {"pattern": "templates/*.md"},
    "snippets": ["a.json"],
    "partials": "partials",
    "watch": ["data/*.json"],
    "preview": true,
    "ours": 1
  }
]"""


def test_all_keys_are_read(tmp_path: Path) -> None:
    config = parse_language_server_config(WHOLE, tmp_path / "markdoc.config.json")
    assert config.problems == ()
    assert config.sites == (
        LanguageServerSite(
            id="docs",
            path="content",
            schema=SchemaSource("schema/index.js", "node", "config", True),
            markdoc={"allowComments": True, "slots": False},
            url_key="route",
            server="server.js",
            templates="templates/*.md",
            snippets=("a.json",),
            partials=("partials",),
            watch=("data/*.json",),
        ),
    )


@pytest.mark.parametrize(
    ("text", "code", "message", "line", "column"),
    [
        ('[{"path": "a",}]', "config-syntax", "a comma before } is one too many", 1, 14),
        ("", "config-syntax", "a value is missing: the file ends too early", 1, 1),
        ('{"path": "a"}', "config-shape", "the config must be a list of sites", 1, 1),
        ("[1]", "config-shape", "each site must be an object", 1, 2),
        ('[{"path": 1}]', "config-shape", "`path` must be a string", 1, 11),
        ('[{"id": "a"}]', "config-shape", "a site needs `path`, the folder of its content", 1, 2),
        ('[{"path": "a",\n "schema": "b"}]', "config-shape", "`schema` must be an object", 2, 12),
        ('[{"path": "a", "schema": {}}]', "config-shape", "`schema` needs `path`, the module of the schema", 1, 26),
        ('[{"path": "a", "schema": {"path": "b", "type": "x"}}]', "config-shape", "`type` can be node or esm", 1, 48),
        ('[{"path": "a", "routing": {"frontmatter": 1}}]', "config-shape", "`frontmatter` must be a string", 1, 43),
        ('[{"path": "a", "markdoc": {"slots": "x"}}]', "config-shape", "`slots` must be true or false", 1, 37),
        ('[{"path": "a", "watch": [1]}]', "config-shape", "`watch` must be a list of strings", 1, 25),
        ('[{"path": "../../x"}]', "outside-project", "`path` leads out of the project", 1, 11),
        ('[{"path": "a", "path": "b"}]', "config-shape", '"path" is written twice; the last one counts', 1, 16),
    ],
)
def test_a_wrong_form_is_a_problem(tmp_path: Path, text: str, code: str, message: str, line: int, column: int) -> None:
    config = parse_language_server_config(text, tmp_path / "markdoc.config.json")
    starts = line_starts(text)
    found = [(each.code, each.message, *line_and_column(starts, each.span.start)) for each in config.problems]
    assert found == [(code, message, line, column)]


@pytest.mark.parametrize("text", ["[]", "{}"])
def test_an_empty_config_is_right(tmp_path: Path, text: str) -> None:
    config = parse_language_server_config(text, tmp_path / "markdoc.config.json")
    assert (config.sites, config.problems) == ((), ())


OTHER = '{"srcDir": "source", "title": "Guide", "nav": [{"text": "Start", "link": ""}]}'


def test_a_file_of_another_tool(tmp_path: Path) -> None:
    config = parse_language_server_config(OTHER, tmp_path / "markdoc.config.json")
    assert (config.is_foreign, config.sites, config.problems) == (True, (), ())
    assert recognise(write(tmp_path, {"markdoc.config.json": OTHER, "source/a.md": "# A\n"})) == ()
    (site,) = recognise(write(tmp_path, {"source/a.md": "{% note %}\n{% /note %}\n" * 3}))
    assert (site.framework, site.problems) == ("content", ())


def test_an_object_with_a_key_of_a_site_is_a_config(tmp_path: Path) -> None:
    config = parse_language_server_config('{"path": "content", "title": "x"}', tmp_path / "markdoc.config.json")
    assert [each.message for each in config.problems] == ["the config must be a list of sites"]
