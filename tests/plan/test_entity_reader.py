"""Reading entities: scenarios 1 to 9, and ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from plan.plans import entity, read
from refrakt.plugins import Span, Text
from refrakt_plan.entity import Dependency
from refrakt_plan.scanner.entity_reader import read_entity


def cut(text: str, place: Span) -> str:
    return text[place.start : place.end]


def test_the_first_tag_decides() -> None:
    found = read(entity("work", "WORK-1") + "\n" + entity("spec", "SPEC-1"))
    assert (found.kind.name, found.id) == ("work", "WORK-1")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Notes\n\nAbout work.\n",
        '> {% work id="W" %}\n> {% /work %}\n',
        '{% task id="A" /%}',
        'A tag is written `{% work id="a"b" %}`.',
        '`{% work id="a"b" %}` is no tag.',
        'As in {% work id="a"b" %}\n',
        '- {% work id="a"b" %}\n- {% /work %}\n',
        '```\n{% work id="a"b" %}\n{% /work %}\n```\n',
        "{% hint %}\n{% /work %}\n{% /hint %}\n",
        '<!-- {% work id="a"b" %} -->\n',
    ],
)
def test_a_page_without_an_entity_has_none(text: str) -> None:
    assert read_entity("notes.md", Path("notes.md"), Text(text)) is None


def test_a_tag_in_a_code_block_is_ignored() -> None:
    assert read_entity("a.md", Path("a.md"), Text("```\n" + entity("work", "WORK-1") + "```\n")) is None


def test_an_unclosed_tag_holds_the_rest_of_the_file() -> None:
    found = read('{% work id="WORK-7" %}\n# Open\n\n- [x] box\n\n## Resolution\n\nCompleted: 2026-01-02\n')
    assert (found.id, found.title) == ("WORK-7", "Open")
    assert [each.text for each in found.criteria] == ["box"]
    assert found.resolution is not None
    assert found.resolution.date == "2026-01-02"


def test_a_tag_that_cannot_be_read_is_an_entity_without_attributes() -> None:
    found = read("{% work id='WORK-1' %}\n# Quoted wrongly\n\n- [ ] box\n\n{% /work %}\nafter\n- [ ] no\n")
    assert (found.kind.name, dict(found.attributes), found.id, found.status) == ("work", {}, None, None)
    assert found.title == "Quoted wrongly"
    assert [each.text for each in found.criteria] == ["box"]


@pytest.mark.parametrize(
    "tag",
    [
        '{% work id="a"b" %}',
        '{% work id="a %}',
        '{% work id="a" status="b"" %}',
        '---\ntitle: x\n---\n\n{% work id="a"b" %}',
        'Before it.\n\n{% work id="a"b" %}',
        '{% work id="a" %} # Title',
        '{% work id="a" %}{% /work %}',
        '{ % work id="a" %}',
        '{%- work id="a" %}',
    ],
)
def test_a_tag_inside_a_paragraph_is_an_entity_without_attributes(tag: str) -> None:
    text = f"{tag}\n\n# Lost\n\n- [ ] box\n\n{{% /work %}}\n"
    found = read(text)
    assert (found.kind.name, dict(found.attributes), found.id) == ("work", {}, None)
    assert found.tag.end <= found.content.start <= found.content.end <= len(text)
    assert cut(text, found.tag).startswith(("{% work", "{%- work", "{% /work"))


def test_a_readable_entity_takes_precedence_over_a_malformed_one() -> None:
    assert read('{% work id="a"b" %}\n\n' + entity("spec", "SPEC-1")).id == "SPEC-1"


def test_front_matter_may_come_first_and_the_tag_may_span_lines() -> None:
    text = '---\ntitle: x\n---\n\n{% work\n   id="WORK-1"\n   status="ready" n=1.0 on=true %}\n# A\n{% /work %}\n'
    found = read(text)
    assert dict(found.attributes) == {"id": "WORK-1", "status": "ready", "n": "1", "on": "true"}
    assert cut(text, found.attribute_ranges["status"].key) == "status"
    assert cut(text, found.attribute_ranges["status"].value) == '"ready"'
    assert cut(text, found.tag) == '{% work\n   id="WORK-1"\n   status="ready" n=1.0 on=true %}'


def test_a_title_loses_its_markup() -> None:
    assert (
        read('{% spec id="S" %}\n# A **bold** and *thin* `code` [link](/x)\n{% /spec %}\n').title
        == "A bold and thin code link"
    )
    assert read('{% spec id="S" %}\n# For {% $name %}, {% upper("x") %}\n{% /spec %}\n').title == "For ,"
    assert read('{% spec id="S" %}\n## Only a second level\n{% /spec %}\n').title is None


def test_sections_have_aliases() -> None:
    found = read(entity("work", "W", '## Deps\n\n- {% ref "X" /%}\n\n## needs\n\n- {% xref "Y" /%}'))
    assert found.sections == ("Blocked by",)
    assert found.dependencies == (Dependency("X", "blocked-by"), Dependency("Y", "blocked-by"))


def test_a_reference_before_any_section_is_not_a_dependency() -> None:
    found = read(
        entity("work", "W", 'See {% ref "X" /%}.\n\n## Blocks\n\n{% ref "Y" /%}\n\n## Other\n\n{% ref "Z" /%}')
    )
    assert [(each.id, each.section) for each in found.references] == [("X", None), ("Y", "Blocks"), ("Z", None)]
    assert found.as_json()["scopedRefs"] == [{"id": "X"}, {"id": "Y", "section": "Blocks"}, {"id": "Z"}]
    assert found.dependencies == (Dependency("Y", "blocks"),)


def test_a_heading_inside_another_tag_opens_no_section() -> None:
    found = read(
        entity("work", "W", '{% hint %}\n## Blocked by\n\n{% ref "X" /%}\n{% /hint %}\n\n> ## Blocks\n> {% ref "Y" /%}')
    )
    assert (found.sections, found.dependencies, found.refs) == ((), (), ("X", "Y"))


def test_specs_have_no_dependencies() -> None:
    assert read(entity("spec", "S", '## Blocked by\n\n{% ref "X" /%}')).dependencies == ()


def test_code_blocks_have_no_references_and_no_criteria() -> None:
    found = read(
        entity("work", "W", '- [ ] real\n\n```md\n{% ref "X" /%}\n- [ ] sample\n## Resolution\n```\n\n  - [X] deep')
    )
    assert found.refs == ()
    assert [(each.text, each.checked) for each in found.criteria] == [("real", False), ("deep", True)]
    assert found.resolution is None


def test_an_id_is_referred_to_once() -> None:
    found = read(entity("work", "W", '{% ref "X" /%} {% ref "Y" /%} {% ref "X" /%}\n\n{% ref "X" /%}'))
    assert found.refs == ("X", "Y")
    assert len(found.references) == 4


def test_a_resolution_has_facts_and_a_body() -> None:
    body = "## Resolution\n\nCompleted: 2026-03-01\n\nBranch: `topic/a-b` (merged)\nPR: o/r#5\n\n### What\n\nAll.\n\n## After\n\nno"
    found = read(entity("work", "W", body)).resolution
    assert found is not None
    assert (found.date, found.branch, found.pr, found.body) == (
        "2026-03-01",
        "topic/a-b",
        "o/r#5",
        "### What\n\nAll.",
    )


def test_of_two_dates_in_a_resolution_the_later_line_counts() -> None:
    found = read(entity("bug", "B", "## Resolution\n\nCompleted: 2026-03-01\n\nA\n\n---\n\nCompleted: 2026-04-01\n\nB"))
    assert found.resolution is not None
    assert (found.resolution.date, found.resolution.body) == ("2026-04-01", "A\n\n---\n\n\nB")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_everything_has_its_range(end: str) -> None:
    text = entity(
        "work",
        "W",
        '- [ ] 🦊 one  \n- [x] two\n\n## Requires\n\n- {% ref "X" /%}\n\n## Resolution\n\nCompleted: 2026-01-01',
    )
    text = text.replace("\n", end)
    found = read(text)
    assert [each.text for each in found.criteria] == ["🦊 one", "two"]
    assert [cut(text, each.mark) for each in found.criteria] == [" ", "x"]
    assert [cut(text, each.range) for each in found.criteria] == ["- [ ] 🦊 one  ", "- [x] two"]
    (reference,) = found.references
    assert (cut(text, reference.range), cut(text, reference.value)) == ('{% ref "X" /%}', '"X"')
    assert cut(text, found.tag) == '{% work id="W" %}'
    assert found.body.startswith("# W title")
    assert found.body.endswith("Completed: 2026-01-01")
    assert found.resolution is not None
    assert cut(text, found.resolution.range).startswith("## Resolution")
    assert (found.resolution.date, found.resolution.body) == ("2026-01-01", "")
