"""Any file, any update: afterwards the file is either unchanged, or has the requested change and no other."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from plan.plans import context
from refrakt.plugins import RefraktError, Span, Text
from refrakt.plugins.markdoc import parse
from refrakt_plan.commands.update import UpdateInput, run_update
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.entity_reader import read_entity
from refrakt_plan.scanner.outline import PARSE_OPTIONS

ID = "WORK-1"
Request = Mapping[str, Any]

# Files --------------------------------------------------------------------------------------------------------------

NAMES = ("status", "priority", "assignee", "tags", "pr", "x-status", "n")
LITERALS = (
    '""',
    '"ready"',
    '"a b"',
    r'"a\"b"',
    r'"\\"',
    r'"\n"',
    '"%}"',
    '"{% x %}"',
    '"é 日本 🦊"',
    "3",
    "-1.5",
    "true",
    "null",
    "$page.x",
    '["a", "b"]',
    '{a: "b", c: [1]}',
    'pick($x, "y", z=1)',
    "'single'",
    "bare",
    '"open',
    '"tab\t"',
)
SOUND = LITERALS[: LITERALS.index("'single'")]
SHORTHANDS = (".status", ".tags", ".a")
named = st.tuples(st.sampled_from(NAMES), st.sampled_from(SOUND)).map("=".join)
sound_attributes = st.lists(st.one_of(named, named, named, st.sampled_from(SHORTHANDS)), max_size=4)
broken = st.tuples(st.sampled_from(NAMES), st.sampled_from(LITERALS)).map("=".join)
any_attributes = st.lists(st.one_of(broken, st.sampled_from((*SHORTHANDS, "#other", '"first"', "$x", "="))), max_size=5)
sound_spaces = st.sampled_from((" ", " ", " ", "  ", "\t", "\n", "\n  ", "\n\n"))
any_spaces = st.sampled_from((" ", "", "\v", "\n", "\u00a0"))
LINES = (
    "",
    "",
    "# Title",
    "Words",
    "## Acceptance Criteria",
    "## Blocked by",
    "## Resolution",
    "Completed: 2020-01-01",
    "- [ ] One thing",
    "- [x] Two things",
    "  - [X] Three",
    "* [ ] Not one",
    '- [ ] See {% ref "X" /%}',
    "```",
    "~~~md",
    "> - [ ] Quoted",
    "> ```",
    "- item",
    "    code",
    "---",
    "===",
    "<!--",
    "-->",
    "{% hint %}",
    "{% /hint %}",
    "{% /work %}",
    '{% work id="WORK-1" status="done" %}',
    "{% /spec %}",
    "{% broken '",
    "| a | b |",
    "{% table %}",
    "\\",
    "\f",
)


@st.composite
def pages(draw: st.DrawFn) -> str:
    """An entity with a strange tag and a strange text."""
    sound = draw(st.integers(0, 5)) > 0
    attributes = draw(sound_attributes if sound else any_attributes)
    attributes.insert(draw(st.integers(0, len(attributes))), f'id="{ID}"')
    name = draw(st.sampled_from(("work", "work", "work", "bug", "spec")))
    tag = f"{{% {name}" + "".join(draw(sound_spaces if sound else any_spaces) + each for each in attributes)
    tag += draw(st.sampled_from((" %}", " %}", "%}", "\n%}", " /%}", "/%}") if sound else (" %} words", "", "%")))
    lines = draw(st.lists(st.sampled_from(LINES), max_size=10))
    ahead = draw(
        st.sampled_from(
            ("", "", "", "", "---\na: 1\n---\n", "\n\n", "Words\n\n", "  ", "\t") if sound else ("- ", "> ", "```\n")
        )
    )
    end = draw(
        st.sampled_from((f"\n{{% /{name} %}}\n", f"\n\n{{% /{name} %}}", f"\n  {{% /{name} %}}\nmore", "\n", ""))
    )
    text = ahead + tag + "\n" + "\n".join(lines) + end
    return text.replace("\n", draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))))


REAL = (
    b'{% work id="WORK-1" status="ready" priority="high" milestone="v0.1.0" source="SPEC-001" tags="a, b" %}\n\n'
    b'# Keep every byte\n\nSome *words*, `code` and {% ref "SPEC-001" /%}.\n\n## Acceptance Criteria\n\n- [ ] One thing\n'
    b'- [x] Two things\n- [ ] Another {% ref "WORK-002" /%}\n\n```md\n{% work id="WORK-9" %}\n- [ ] sample\n```\n\n'
    b'## Blocked by\n\n- {% ref "WORK-003" /%}\n\n## Resolution\n\nCompleted: 2020-01-01\n\nDone.\n\n{% /work %}\n'
)
SNIPPETS = (
    b'"',
    b"'",
    b"\\",
    b"{%",
    b"%}",
    b"/%}",
    b"\n",
    b"\r",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"`",
    b"{% /work %}",
    b" ",
    b"- [ ] ",
)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """An ordinary file to which something has happened."""
    data = REAL.replace(b"\n", b"\r\n") if draw(st.booleans()) else REAL
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 30)))
        kind = draw(st.sampled_from(("cut", "put", "again")))
        middle = {"cut": b"", "put": draw(st.sampled_from(SNIPPETS)) + data[start:end], "again": data[start:end] * 2}[
            kind
        ]
        data = data[:start] + middle + data[end:]
    return data


# Requests -----------------------------------------------------------------------------------------------------------

odd = st.one_of(
    st.sampled_from(('a"b', "\\", "{%", "%}", "a\nb", "\ud800", "\0", "' = x", "日本 🦊", " ")), st.text(max_size=8)
)
asked = st.one_of(
    st.tuples(st.just("status"), st.sampled_from(("", "ready", "done", "in-progress"))),
    st.tuples(st.just("tags"), st.sampled_from(("", "ready", "x, y"))),
    st.tuples(st.just("pr"), st.sampled_from(("", "a/b#1"))),
    st.tuples(st.just("assignee"), odd),
    st.tuples(st.sampled_from(("tags", "milestone", "source")), odd),
)
wrong = st.tuples(st.sampled_from(("id", "name", "bogus", "severity", "status", "pr")), odd)
attributes = st.lists(asked, min_size=1, max_size=3).map(dict)
TEXTS = (
    "Done.",
    "One\n\nTwo\r\nThree",
    "- [ ] Later",
    "### Heading",
    "## Blocked by",
    "{% /work %}",
    "{% hint %}\n\nx\n\n{% /hint %}",
    "{% hint %}",
    "```\ncode",
    "    code",
    "`{% /work %}`",
    "===",
    "---",
    "> quote",
    "\\",
    "",
    "a\0",
)
checks = st.sampled_from(("One", "Two", "Another", "thing", "Quoted", ("One", "nope", "Another"), ""))
texts = st.one_of(st.sampled_from(TEXTS), st.text(max_size=12))
requests = st.one_of(
    st.builds(dict, attrs=attributes),
    st.builds(dict, resolve=texts),
    st.builds(dict, check=checks),
    st.builds(dict, uncheck=checks),
    st.builds(dict, attrs=attributes, check=checks, resolve=texts),
    st.builds(dict, attrs=st.lists(st.one_of(asked, wrong), max_size=3).map(dict), uncheck=checks),
)


# The property -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fuzz") / "plan"
    folder.mkdir()
    return folder


def check(plan: Path, data: bytes, request: Request) -> None:
    """Update an entity in a plan of one file, and compare."""
    path = plan / "page.md"
    path.write_bytes(data)
    options = UpdateInput(id=ID, **request)
    try:
        result = run_update(options, plan, context(plan.parent))
    except RefraktError:
        assert path.read_bytes() == data
        return
    changed = path.read_bytes()
    assert [each.name for each in plan.iterdir()] == ["page.md"]
    assert bool(result["changes"]) == (changed != data)
    assert changed.startswith(BOM_UTF8) == data.startswith(BOM_UTF8)
    before, after = read(data), read(changed)
    assert (after.kind, after.id) == (before.kind, before.id)
    asked = options.attrs
    assert after.attributes == {
        name: each for name, each in {**before.attributes, **asked}.items() if asked.get(name, "x")
    }
    assert pieces(after, asked) == pieces(before, asked)
    if options.resolve is None:
        assert outside(after) == outside(before)
        assert boxes(after) == ticked(before, result)
    else:
        assert is_inserted(outside(before), outside(after))
        assert is_within(ticked(before, result), boxes(after))
        assert after.resolution is not None
        assert "\n".join(options.resolve.split()) in "\n".join(after.source.split())
    if asked:
        assert run_update(UpdateInput(id=ID, attrs=asked), plan, context(plan.parent))["changes"] == []


def read(data: bytes) -> Entity:
    found = read_entity("page.md", Path("page.md"), Text(data.removeprefix(BOM_UTF8).decode()))
    assert found is not None
    return found


def pieces(entity: Entity, asked: Mapping[str, str]) -> list[str]:
    """The attributes of the tag that were not requested, in order."""
    text = entity.source[entity.tag.start : entity.tag.end]
    document = parse(text, PARSE_OPTIONS)
    syntax = document.tree.children[0].open
    assert syntax is not None
    places = [
        (document.offsets(Span(*each.key, syntax.block))[0], document.offsets(Span(*each.value, syntax.block))[1])
        for each in syntax.attributes
        if each.form != "named" or each.annotation.name not in asked
    ]
    return [text[start:end] for start, end in places]


def outside(entity: Entity) -> str:
    """The text without its tag and without the marks in its boxes."""
    letters = list(entity.source)
    for each in entity.criteria:
        letters[each.mark.start] = "?"
    return "".join(letters[: entity.tag.start] + letters[entity.tag.end :])


def boxes(entity: Entity) -> list[tuple[str, bool]]:
    return [(each.text, each.checked) for each in entity.criteria]


def ticked(entity: Entity, result: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """The boxes according to the result."""
    found = boxes(entity)
    for each in result["changes"]:
        if each["field"] == "criterion":
            checked = each["new"].startswith("[x] ")
            found[found.index((each["new"][4:], not checked))] = (each["new"][4:], checked)
    return found


def is_inserted(before: str, after: str) -> bool:
    """Whether nothing but one stretch of text has come in."""
    same = (one == other for one, other in zip(before, after, strict=False))
    start = sum(takewhile(bool, same))
    return len(after) > len(before) and after.endswith(before[start:])


def is_within(some: list[tuple[str, bool]], every: list[tuple[str, bool]]) -> bool:
    """Whether every one has some of them in this order, and perhaps others between."""
    rest = iter(every)
    return not any(each not in rest for each in some)


COUNT = 120
MANY = 3_000


@given(pages(), requests)
@settings(max_examples=COUNT, deadline=None)
@example(f'{{% work id="{ID}" status="x" .status %}}\n', {"attrs": {"status": ""}})
@example(f'{{% work status="x" id="{ID}" status="y" %}}\n', {"attrs": {"status": "", "assignee": "z"}})
@example(f'{{% work id="{ID}" /%}}', {"attrs": {"tags": "x"}, "resolve": "Done."})
@example(f'{{% work id="{ID}" %}}', {"resolve": "Done."})
def test_a_strange_entity_survives_any_update(plan: Path, text: str, request: Request) -> None:
    check(plan, text.encode(), request)


@given(damaged(), requests)
@settings(max_examples=COUNT, deadline=None)
@example(REAL, {"attrs": {"status": "done", "tags": "", "assignee": 'a"b'}, "check": "One", "resolve": "Done."})
@example(BOM_UTF8 + REAL, {"attrs": {"status": "done"}, "uncheck": "Two"})
def test_a_damaged_file_survives_any_update(plan: Path, data: bytes, request: Request) -> None:
    check(plan, data, request)


@pytest.mark.fuzz
@given(pages(), requests)
@settings(max_examples=MANY, deadline=None)
def test_a_strange_entity_survives_any_update_many_times(plan: Path, text: str, request: Request) -> None:
    check(plan, text.encode(), request)


@pytest.mark.fuzz
@given(damaged(), requests)
@settings(max_examples=MANY, deadline=None)
def test_a_damaged_file_survives_any_update_many_times(plan: Path, data: bytes, request: Request) -> None:
    check(plan, data, request)
