"""Every code there is: settings, comments in pages and scripts rely on these names, so they stay as they are.

The rules say the same of themselves; a test compares. A code that is not here does not ship, and one that is here does not
go away.
"""

from __future__ import annotations

from typing import NamedTuple

from .finding import Severity


class Code(NamedTuple):
    """A code, how bad it usually is, whether there is a fix (not in every case), and what it means in a line."""

    code: str
    severity: Severity
    fixable: bool
    about: str


CODES: tuple[Code, ...] = (
    Code("annotation-without-text", "error", True, "An annotation with nothing to belong to."),
    Code("bare-attribute", "error", True, "An attribute without a value."),
    Code("bidi-character", "warning", True, "A character that changes the direction of text."),
    Code("child-invalid", "warning", False, "Markdown where it cannot stand."),
    Code("coercible-value", "warning", True, "A number or a true/false in quotes, or a text without them."),
    Code("content-dropped", "warning", True, "Content that a rune has no place for."),
    Code("content-missing-field", "warning", True, "A part that a rune must have and that is not there."),
    Code("content-order", "warning", True, "Content that comes too late."),
    Code("content-unexpected", "warning", True, "Content in the place of something else."),
    Code("deprecated-attribute", "warning", True, "An attribute that has a better name now."),
    Code("duplicate-attribute", "warning", True, "An attribute that is written twice in one tag."),
    Code("empty-rune", "warning", False, "A rune without the content it lives on."),
    Code("empty-zone", "info", True, "A part of a rune that is divided off and left empty."),
    Code("frontmatter-duplicate-key", "error", True, "A key that stands twice in the frontmatter."),
    Code("frontmatter-shape", "error", False, "Frontmatter that is no list of keys and values."),
    Code("frontmatter-type", "warning", True, "A value of the wrong type in the frontmatter."),
    Code("frontmatter-unclosed", "warning", True, "Frontmatter that is never closed."),
    Code("frontmatter-unknown-key", "hint", True, "A frontmatter key that is nearly a known one."),
    Code("frontmatter-yaml", "error", True, "Frontmatter that is not valid YAML."),
    Code("function-parameters", "warning", False, "A function with too few or too many parameters."),
    Code("heading-level-ambiguous", "info", False, "A title and a single heading under it."),
    Code("heading-level-fixed", "warning", True, "A heading of another level than the rune splits at."),
    Code("heading-pattern-miss", "info", False, "A heading that does not say what the rune reads off it."),
    Code("invisible-character", "warning", True, "A character that nobody can see."),
    Code("item-loose", "info", True, "A blank line in a list that is read item by item."),
    Code("item-pattern-miss", "info", False, "A list item that does not say what the rune reads off it."),
    Code("mismatched-tag", "error", True, "A closing tag of another name than the tag that is open."),
    Code("missing-attribute", "error", True, "An attribute that must be there and is not."),
    Code("missing-slot", "error", False, "A slot that must be filled and is not."),
    Code("needless-content", "error", True, "Content in a rune that takes none."),
    Code("parent-required", "warning", False, "A rune outside the one it is part of."),
    Code("partial-missing", "error", True, "A partial that is not there."),
    Code("single-quotes", "error", True, "A string in single quotes."),
    Code("stray-closing-tag", "error", True, "A closing tag with nothing to close."),
    Code("syntax-error", "error", True, "A tag that cannot be read."),
    Code("table-syntax", "error", False, "Something in a `table` tag that is no row."),
    Code("text-after-tag", "warning", True, "Text behind a tag that is written over several lines."),
    Code("too-deep", "error", False, "Content that is nested too deep."),
    Code("too-long", "warning", False, "A piece of text that is too long to be read for markup."),
    Code("too-many-zones", "warning", True, "More parts than the rune has."),
    Code("unclosed-tag", "error", True, "A tag that is opened and never closed."),
    Code("unknown-attribute", "error", True, "An attribute the rune does not have."),
    Code("unknown-function", "error", True, "A function that does not exist."),
    Code("unknown-rune", "error", True, "A tag that no rune answers to."),
    Code("unknown-section", "hint", True, "A section whose name is nearly one the rune knows."),
    Code("unknown-slot", "error", True, "A slot that the tag around it does not have."),
    Code("unknown-variable", "warning", True, "A variable that nobody sets."),
    Code("unquoted-value", "error", True, "A word as a value, without quotes."),
    Code("unset-frontmatter", "warning", True, "A frontmatter value that the page does not have, but nearly."),
    Code("unterminated-tag", "error", True, "A tag whose `%}` never comes."),
    Code("value-not-allowed", "error", True, "A value that is not one of those allowed."),
    Code(
        "wrong-place",
        "error",
        True,
        "A rune on lines of its own that belongs in a line of text, or the other way round.",
    ),
    Code("wrong-type", "error", True, "A value of the wrong type."),
)
