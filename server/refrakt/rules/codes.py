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


PAGE_CODES: tuple[Code, ...] = (
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
"""What can be wrong with a page on its own."""

SITE_CODES: tuple[Code, ...] = (
    Code("ambiguous-xref", "warning", False, "A reference by a title that several things have, on different pages."),
    Code("broken-fragment", "warning", True, "A link to a place on a page that has no place of this name."),
    Code("broken-link", "error", True, "A link to a page that is not there."),
    Code("duplicate-heading-id", "info", True, "Two headings of a page that have the same id."),
    Code("duplicate-route", "error", False, "Two files that would be served at one address."),
    Code("expand-cycle", "error", False, "Items of the plan that show each other with `expand`."),
    Code("filter-syntax", "error", False, "A filter that cannot be read."),
    Code("link-to-draft", "warning", False, "A link from a finished page to a draft."),
    Code("link-to-redirect", "hint", True, "A link to a page that only sends its readers on."),
    Code("missing-asset", "warning", True, "An image, a sound, a video or another file that is not there."),
    Code("missing-file", "error", True, "A file or folder that a rune shows and that is not there."),
    Code("orphaned-partial", "hint", False, "A partial that no file takes in."),
    Code("partial-cycle", "error", False, "A partial that takes in itself, directly or through others."),
    Code("unknown-background", "warning", True, "A background that the site's config does not have."),
    Code("unknown-field", "hint", True, "A field that no thing of the type has, and nearly one they have."),
    Code("unknown-icon", "warning", True, "An icon that neither the theme nor the site's config has."),
    Code("unknown-layout", "warning", True, "A page that asks for a layout the theme does not have."),
    Code("unknown-tint", "warning", True, "A tint that neither the theme nor the site's config has."),
    Code("unknown-type", "warning", True, "A type of things that nothing on the site is of."),
    Code("unreadable-page", "error", False, "A file among the pages that cannot be read as one."),
    Code("unresolved-bond", "warning", True, "A bond with somebody the story does not know."),
    Code(
        "unresolved-expand",
        "error",
        True,
        "An `expand` of something that is not there, or that cannot be shown on another page.",
    ),
    Code("unresolved-nav", "error", True, "An item of a navigation that no page answers to."),
    Code("unresolved-xref", "warning", True, "A reference to something that nothing on the site goes by."),
    Code(
        "unset-layout-frontmatter",
        "hint",
        False,
        "A page without a frontmatter key that the layout around it, or a partial it takes in, shows.",
    ),
)
"""What can be wrong between the pages of a site."""

CODES = (*PAGE_CODES, *SITE_CODES)
