"""Attributes: type, values, default, required, and what is not checked."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.rune import Attribute

from .project_files import schema_of

ANY = ("String", "Number", "Boolean", "Array", "Object")


def attribute(written: str, before: str = "") -> Attribute:
    schema = schema_of(f"{before}\nexport default {{ note: {{ attributes: {{ kind: {written} }} }} }}")
    (found,) = schema.tags["note"].attributes
    return found


CASES: dict[str, dict[str, Any]] = {
    "{ type: String }": {"type": "String", "checked": True, "required": False, "default": UNDEFINED},
    "{ type: 'Number', required: true }": {"type": "Number", "required": True},
    "{ type: [String, Number] }": {"type": ("String", "Number"), "checked": True},
    "{}": {"type": ANY, "checked": True},
    "{ type: Boolean, default: false }": {"type": "Boolean", "default": False},
    "{ type: Array, default: ['a', 1] }": {"type": "Array", "default": ["a", 1]},
    "{ type: String, matches: ['a', 'b'] }": {"values": ("a", "b"), "checked": True},
    "{ type: String, matches: /^a+$/ }": {"pattern": "^a+$", "checked": True},
    "{ type: String, matches: /a/i }": {"pattern": None, "checked": False},
    "{ type: String, matches: /(?<=a)b/ }": {"pattern": None, "checked": False},
    "{ type: String, matches: () => ['a'] }": {"values": (), "checked": False},
    "{ type: String, matches: Object.keys(process.env) }": {"checked": False},
    "{ type: String, validate() { return [] } }": {"checked": False},
    "{ type: class Url {} }": {"type": ANY, "checked": False},
    "{ type: process.env.T, required: true }": {"checked": False, "required": False},
    "{ type: String, errorLevel: 'warning' }": {"level": "warning"},
    "{ type: String, required: process.env.X === '1' }": {"required": False},
    "{ type: String, description: 'The kind.' }": {"about": "The kind."},
    "process.env.X ? { type: String, required: true } : { type: String }": {"type": "String", "required": False},
    "String": {"type": "String", "checked": False},
    "null": {"checked": False},
}


@pytest.mark.parametrize("written", CASES)
def test_attribute(written: str) -> None:
    found = attribute(written)
    assert {key: getattr(found, key) for key in CASES[written]} == CASES[written]


def test_an_undefined_attribute_does_not_exist() -> None:
    assert schema_of("export default { a: { attributes: { x: undefined } } }").tags["a"].attributes == ()


def test_a_tag_has_what_markdoc_reads() -> None:
    source = """
        export default {
            note: {
                render: Note,
                description: 'A note.',
                selfClosing: true,
                inline: false,
                children: ['paragraph', 'tag'],
                slots: { head: { render: true } },
            },
        };
    """
    note = schema_of(source).tags["note"]
    assert (note.about, note.self_closing, note.inline, note.component) == ("A note.", True, False, "Note")
    assert (note.children, note.slots) == (("paragraph", "tag"), ("head",))
    assert (note.universal, note.content, note.open) == (False, None, False)


def test_documentation_comments_describe_what_they_precede() -> None:
    source = """
        /**
         * Draws attention.
         * Use it rarely.
         * @type {Schema}
         */
        const note = { attributes: {
            /** How loud it is. */
            level: { type: Number },
            // not documentation
            other: {},
        } };
        export default { note, /** A hint. */ tip: {} };
    """
    tags = schema_of(source).tags
    assert [tags["note"].about, tags["tip"].about] == ["Draws attention.\nUse it rarely.", "A hint."]
    assert [each.about for each in tags["note"].attributes] == ["How loud it is.", ""]
