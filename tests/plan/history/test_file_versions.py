"""Reading the tag alone gives what reading the whole page gives."""

from __future__ import annotations

from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st

from plan.plans import entity
from refrakt.plugins import Text
from refrakt_plan.history.file_versions import read_tag
from refrakt_plan.scanner.entity_reader import read_entity

PIECES = (
    "{% work ",
    'id="A" ',
    "status='x' ",
    'status="ready" ',
    "n=1 ",
    "%}",
    "/%}",
    "{% /work %}",
    "\n",
    "\r\n",
    "\r",
    "---\n",
    "```\n",
    "# T",
    "- ",
    "    ",
    "===",
    "|",
    "text ",
    "\ufeff",
    "\0",
    '{% spec id="B" %}',
)


def check(text: str) -> None:
    whole = read_entity("", Path(), Text(text))
    head = read_tag(text)
    assert (head and (head.type, head.attributes)) == (whole and (whole.kind.name, whole.attributes))


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
@settings(max_examples=80)
@example('{% work id="A" %}\n===\n')
@example('{% work id="A" %}   \n# T')
@example('{% work id="A" /%}\n{% spec id="B" %}')
@example('{% work id="A" %}{% /work %}\n{% spec id="B" %}')
def test_the_first_line_gives_the_tag_of_the_page(text: str) -> None:
    check(text)
    check(f'{{% work id="A" status="ready" %}}{text}')
    check(f'{{% work id="A" status="ready" %}}\n{text}')
    check(f'{{% work id="A"\n{text}')


def test_every_page_of_a_real_plan(shared: Path) -> None:
    for path in sorted((shared / "corpus" / "refrakt" / "plan").rglob("*.md"))[::7]:
        check(path.read_text("utf-8"))


def test_a_usual_page_needs_only_its_first_line() -> None:
    head = read_tag(entity("milestone", "v1", status="active"))
    assert head is not None
    assert (head.type, head.id, head.attributes["status"]) == ("milestone", "v1", "active")
