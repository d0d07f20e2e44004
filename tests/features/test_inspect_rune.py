"""The inspection of a rune: attributes, body, fields."""

from __future__ import annotations

import pytest

from refrakt.features.inspect_rune import inspect
from refrakt.features.inspection_result import InspectedBody, Inspection

from .checking import page_of, read

HERO = """{% hero align="left" shoe=1 %}
# Build

Words.

- [Start](/start)

> lost
{% /hero %}
"""


def inspected(fixture: str) -> tuple[Inspection, str]:
    text, offset = read(fixture)
    found = inspect(page_of(text), offset)
    assert found is not None
    return found, text


@pytest.mark.parametrize(
    ("fixture", "rune", "name"),
    [
        ("{% hi$0nt %}\nx\n{% /hint %}", "hint", "hint"),
        ("{% hint %}\nx$0\n{% /hint %}", "hint", "hint"),
        ("{% hint %}\nx\n{% /hi$0nt %}", "hint", "hint"),
        ("{% callout %}\nx$0\n{% /callout %}", "hint", "callout"),
        ("{% hint %}\na {% badge %}x$0{% /badge %}\n{% /hint %}", "badge", "badge"),
        ("{% hint %}\na {% icon na$0me=1 /%}\n{% /hint %}", "icon", "icon"),
        ("{% hint %}\n{% hnit %}\nx$0\n{% /hnit %}\n{% /hint %}", "hint", "hint"),
        ("> - {% hint %}\n>   😀$0\n>   {% /hint %}\n", "hint", "hint"),
        ("{% hint %}\r\nx$0\r\n", "hint", "hint"),
    ],
)
def test_which_rune(fixture: str, rune: str, name: str) -> None:
    found, _ = inspected(fixture)
    assert (found.rune, found.name) == (rune, name)


@pytest.mark.parametrize("fixture", ["te$0xt", "{% hnit %}\nx$0\n{% /hnit %}", "```\n{% hi$0nt %}\n```", "", "{% $0"])
def test_no_rune(fixture: str) -> None:
    text, offset = read(fixture or "$0")
    assert inspect(page_of(text), offset) is None


def test_spans() -> None:
    found, text = inspected(HERO.replace("Words", "Wo$0rds"))
    assert text[slice(*found.range.bounds)] == text.rstrip("\n")
    assert text[slice(*found.opening.bounds)] == '{% hero align="left" shoe=1 %}'
    assert found.closing is not None
    assert text[slice(*found.closing.bounds)] == "{% /hero %}"
    assert found.package == "@refrakt-md/marketing"


def test_attributes() -> None:
    found, text = inspected(HERO.replace("# B", "# $0B"))
    align, shoe, *others = found.attributes
    assert (align.name, align.origin, align.value) == ("align", "own", "left")
    assert align.range is not None
    assert text[slice(*align.range.bounds)] == 'align="left"'
    assert (shoe.name, shoe.origin, shoe.value) == ("shoe", "unknown", 1)
    assert all(each.range is None and each.default is not None for each in others)
    grid, _ = inspected("{% grid$0 width=$a %}\n{% /grid %}")
    assert [(each.name, each.origin, each.default) for each in grid.attributes[:2]] == [
        ("width", "universal", None),
        ("mode", "own", "columns"),
    ]
    assert grid.attributes[0].value == {"$$mdtype": "Variable", "path": ["a"]}


def _fields(body: InspectedBody) -> dict[str, list[str]]:
    return {"/".join((*each.path, each.name)): [part.text for part in each.parts] for each in body.fields}


def test_parts_of_fields() -> None:
    found, _ = inspected(HERO.replace("Words", "Wo$0rds"))
    (body,) = found.bodies
    fields = _fields(body)
    assert body.kind == "delimited"
    assert fields["content/headline"] == ["Build"]
    assert fields["content/blurb"] == ["Words."]
    assert fields["content/actions"] == ["Start"]
    assert fields["content/eyebrow"] == []
    assert [(each.part.kind, each.reason) for each in body.lost] == [("a quote", "left-over")]


def test_missing_fields() -> None:
    found, _ = inspected("{% codegroup %}\nx$0\n{% /codegroup %}")
    (body,) = found.bodies
    assert [(each.name, each.takes) for each in body.fields if each.missing] == [("panels", "a code block")]
    assert [(each.part.text, each.reason, each.field) for each in body.lost] == [("x", "skipped", "panels")]


def test_sections_and_what_they_become() -> None:
    found, text = inspected("{% tabs %}\n## One$0\n\na\n\n## Two\n{% /tabs %}")
    own, *made = found.bodies
    assert [(each.name, each.becomes) for each in own.sections] == [("One", "tab"), ("Two", "tab")]
    assert own.sections[0].heading is not None
    assert text[slice(*own.sections[0].heading.bounds)] == "## One"
    assert [each.rune for each in made] == ["tab", "tab"]


def test_a_body_without_a_content_model() -> None:
    found, _ = inspected('{% hero %}\n{% partial file="a.md" /%}\n$0x\n{% /hero %}')
    assert found.bodies == ()
    assert "heading" in found.content
