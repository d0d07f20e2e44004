"""Pages that the config generates from entities."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.config import parse_config
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.generated_pages import EntityPage, EntityRoutes, entity_routes_of


def routes(*rules: Any, **site: Any) -> tuple[EntityRoutes, list[str]]:
    text = json.dumps({"sites": {"main": {"contentDir": "content", "entityRoutes": list(rules), **site}}})
    config = parse_config(text, Path("refrakt.config.json"))
    found, problems = entity_routes_of(config, config.sites["main"])
    return found, [f"{each.severity}: {each.message}" for each in problems]


def boat(id: str, **data: Any) -> EntityRecord:
    return EntityRecord("boat", id, data.get("title"), "plan/boat.md", None, 0, 0, "site", data)


def page_of(found: EntityRoutes, record: EntityRecord) -> EntityPage | None:
    """The page to which references link: the last rule's."""
    return next(reversed(found.pages(record)), None)


def test_an_entity_gets_a_page() -> None:
    found, problems = routes(
        {
            "type": "ship, boat",
            "filter": "status:afloat",
            "url": "/fleet/{berth}/{id}/",
            "title": "{id}: {title}{nothing}",
            "render-template": "boat.md",
            "frontmatter": {"description": "About {title}", "order": 3},
        }
    )
    assert problems == []
    page = page_of(found, boat("B 1", title="Ada", status="afloat", berth="north/2"))
    assert page is not None
    assert (page.url, page.title, page.template, page.render) == ("/fleet/north/2/B%201/", "B 1: Ada", "boat.md", None)
    assert page.frontmatter == {"description": "About Ada", "order": 3}
    assert page_of(found, boat("B 2", status="sunk")) is None
    assert page_of(found, boat("B 3", status="afloat")._replace(type="whale")) is None


def test_references_link_to_the_page_of_the_last_rule() -> None:
    found, _ = routes(
        {"type": "boat", "url": "/a/{id}", "render": "# {% $item.id %}", "frontmatter": {"title": "A {id}"}},
        {"type": "boat", "url": "b/{id}", "render": ""},
    )
    assert [each.url for each in found.pages(boat("1"))] == ["/a/1", "/b/1"]
    assert [each.title for each in found.pages(boat("1"))] == ["A 1", None]
    last = page_of(found, boat("1"))
    assert last is not None
    assert last.url == "/b/1"


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (3, "error: a rule under `entityRoutes` must be an object"),
        ({"url": "/x"}, "error: this rule has no `type`"),
        ({"type": "boat"}, "error: this rule has no `url`"),
        ({"type": ["boat"], "url": "/x"}, "error: `type` of a rule must be text"),
        ({"type": "boat", "url": "/x", "frontmatter": []}, "error: `frontmatter` of a rule must be an object"),
        (
            {"type": "boat", "url": "/x", "render": "", "render-template": "x.md"},
            "error: a rule shows either `render` or `render-template`, not both",
        ),
    ],
)
def test_invalid_patterns_are_skipped(rule: Any, problem: str) -> None:
    found, problems = routes(rule, {"type": "boat", "url": "/b"})
    assert [each.url for each in found.rules] == ["/b"]
    assert problems == [problem]


def test_an_invalid_filter_is_reported_and_used() -> None:
    found, problems = routes({"type": "boat", "url": "/{id}", "filter": "afloat id:1"})
    assert problems == ["warning: in this filter, `afloat` has no colon; write `field:value`"]
    assert page_of(found, boat("1")) is not None
    assert page_of(found, boat("2")) is None


def test_entity_routes_must_be_a_list() -> None:
    config = parse_config('{"site": {"contentDir": "content", "entityRoutes": 1}}', Path("refrakt.config.json"))
    found, problems = entity_routes_of(config, config.sites["main"])
    assert found.rules == ()
    assert [each.message for each in problems] == ["`entityRoutes` must be a list"]
