"""The output of the plan's runes on pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Tag, render_html
from refrakt.markdoc.renderable_walk import elements
from refrakt.runes.output.page_output import output_config, page_output
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.packages import bundled, collect
from refrakt.runes.vocabulary import vocabulary

CONFIG = output_config(vocabulary([bundled("core"), collect("refrakt_plan.runes")]))


def rendered(source: str, variables: Mapping[str, Any] | None = None) -> Tag:
    document = parse(source)
    page = page_output(document.tree, CONFIG, RenderContext(documents=[document], has_pages=True), variables=variables)
    assert isinstance(page, Tag)
    (element,) = page.children
    assert isinstance(element, Tag)
    return element


def fields(tag: Tag) -> dict[str, str]:
    return dict(json.loads(tag.attributes["data-rune-fields"]))


def query(tag: Tag) -> dict[str, str]:
    metas = [child.attributes for child in tag.children if isinstance(child, Tag) and child.name == "meta"]
    return {each["data-field"]: each["content"] for each in metas}


WORK = """{% work id="WORK-7" priority="high" %}
# Mark the reef

Before spring.

## Done When

- [ ] Buoy

---

## Cost: low

None.
{% /work %}
"""


def test_sections_have_the_names_of_known_sections() -> None:
    work = rendered(WORK)
    assert "id" not in work.attributes
    assert render_html(list(work.children)) == (
        '<header data-name="title"><h1 id="mark-the-reef">Mark the reef</h1></header>'
        '<div data-name="blurb"><p>Before spring.</p></div>'
        '<div data-name="body"><section data-name="acceptance-criteria">'
        '<h2 id="done-when" data-known-section="Acceptance Criteria">Done When</h2><ul><li>[ ] Buoy</li></ul></section>'
        '<section data-name="cost-low"><h2 id="cost:-low">Cost: low</h2><p>None.</p></section></div>'
    )


def test_fields_have_defaults_and_the_dates_of_the_file() -> None:
    found = fields(rendered(WORK, {"file": {"created": "2031-01-02", "modified": "2031-03-04"}}))
    assert found == {
        "id": "WORK-7",
        "status": "draft",
        "priority": "high",
        "complexity": "unknown",
        "assignee": "",
        "milestone": "",
        "source": "",
        "supersedes": "",
        "pr": "",
        "tags": "",
        "created": "2031-01-02",
        "modified": "2031-03-04",
    }


def test_dates_of_the_entity_come_first() -> None:
    found = fields(
        rendered('{% bug id="BUG-1" created="2030-12-31" %}\n# B\n{% /bug %}', {"file": {"created": "2031"}})
    )
    assert (found["created"], found["severity"], found["status"]) == ("2030-12-31", "major", "reported")


def test_spec_keeps_its_body_without_thematic_breaks() -> None:
    spec = rendered('{% spec id="SPEC-1" %}\n# Buoys\n\nShort.\n\n## Scope\n\n---\n\nAll.\n{% /spec %}')
    assert render_html(list(spec.children)).endswith('<div data-name="body"><h2 id="scope">Scope</h2><p>All.</p></div>')


def test_milestone_is_a_section_with_goals_and_notes() -> None:
    milestone = rendered('{% milestone name="v1" %}\n- Buoys\n\nLater.\n{% /milestone %}')
    assert milestone.name == "section"
    assert fields(milestone)["status"] == "planning"
    assert render_html(list(milestone.children)) == '<div data-name="body"><ul><li>Buoys</li></ul><p>Later.</p></div>'


def test_backlog_is_a_query() -> None:
    found = query(rendered('{% backlog show="work" filter="status:ready" limit=3 group-display="accordion" /%}'))
    body = found.pop("collection-body")
    assert found == {
        "collection-type": "work",
        "collection-filter": "status:ready",
        "collection-sort": "priority",
        "collection-group": "status",
        "collection-limit": "3",
        "collection-fields": "",
        "collection-layout": "cards",
        "collection-group-display": "accordion",
        "collection-empty": "",
        "__collection-sentinel": "true",
    }
    assert "{% badge %}{% $item.data.priority %}{% /badge %}" in body


@pytest.mark.parametrize(
    ("attributes", "contained"),
    [
        ("", "$item.mixed"),
        ('show="bug"', "$item.data.severity"),
        ('layout="table"', "# Identifier"),
    ],
)
def test_templates_of_a_backlog_depend_on_type_and_layout(attributes: str, contained: str) -> None:
    body = query(rendered(f"{{% backlog {attributes} /%}}"))["collection-body"]
    assert contained in body
    assert [error for node in parse(body).tree.walk() for error in node.errors] == []


def test_the_body_of_a_list_is_its_template() -> None:
    found = query(rendered("{% decision-log %}\n- {% $item.id %}\n{% /decision-log %}"))
    assert (found["collection-body"].strip(), found["collection-sort"]) == ("- {% $item.id %}", "-date")


def test_progress_counts_each_type() -> None:
    progress = rendered('{% plan-progress show="spec, bug, nothing" milestone="v1" /%}')
    counts = [tag for tag in elements(progress) if tag.attributes.get("data-rune") == "aggregate"]
    assert [query(tag)["aggregate-value"] for tag in counts] == ["status:accepted", "status:fixed"]
    assert {query(tag)["aggregate-filter"] for tag in counts} == {"milestone:v1"}


def test_history_is_a_list_to_be_filled() -> None:
    history = rendered('{% plan-history id="WORK-7" since="7d" /%}')
    assert fields(history) == {"id": "WORK-7", "limit": "20", "type": "all", "group": "commit"}
    assert "id" not in history.attributes
    assert query(history) == {"__plan-history-sentinel": "true", "since": "7d"}
