"""Hovers at the cursor."""

from __future__ import annotations

import pytest

from refrakt.features.frontmatter_keys import DESCRIPTIONS, VALUES
from refrakt.features.hover import hover_at
from refrakt.features.hover.plain_text import markdown_to_text
from refrakt.features.markdown_escape import code_span, escaped
from refrakt.markdoc.tree import Span
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from .checking import CURSOR, check_hover, page_of, plain_markdoc, read
from .sites import open_site


@pytest.mark.parametrize(
    ("fixture", "texts", "on"),
    [
        ('{% hi$0nt type="note" %}', ["**hint** (", "Highlights a note in the text", "Aliases: callout"], "hint"),
        ("{% hint$0 %}", ["**hint** ("], "hint"),
        ("{% $0hint %}", ["**hint** ("], "hint"),
        ("{% callo$0ut %}", ["**hint** ("], "callout"),
        ("{% hint %}\nText\n{% /hi$0nt %}", ["**hint** ("], "hint"),
        ("{% i$0f $a %}\n{% /if %}", ["**if** (", "if a condition is true", "- The unnamed value ("], "if"),
        ('{% xref "a$0b" /%}', ["**The unnamed value**: string"], "ab"),
        ('{% part$0ial file="a.md" /%}', ["**partial** ("], "partial"),
        ("{% ta$0b", ["**tab** (", "Allowed in: tabs"], "tab"),
        ("{% figu$0re %}", ["`ImageObject`", "- `size` (`small`, `medium`"], "figure"),
        ("{% gri$0d %}", ["default `"], "grid"),
        # Attributes
        ('{% hint ty$0pe="note" %}', ["**type**: string", "`caution`", "Type of the note", "Of `hint`"], "type"),
        ('{% hint wi$0dth="wide" %}', ["**width**", "universal"], "width"),
        ('{% hero va$0lign="top" %}', ["**valign**", "split layout"], "valign"),
        ('{% hero jus$0tify="left" %}', ["Deprecated: use `align`"], "justify"),
        ('{% form act$0ion="/x" %}', ["required"], "action"),
        ('{% grid mo$0de="auto" %}', ["Default: `columns`"], "mode"),
        ("{% hint ty$0pe", ["**type**"], "type"),
        # Values
        ('{% hint type="no$0te" %}', ["**type**"], "note"),
        ('{% hint type="lo$0ud" %}', ["`loud` is not an allowed value", "**type**"], "loud"),
        ('{% grid mode="colu$0mns" %}', ["`columns` is the default", "**mode**"], "columns"),
        ('{% hero collapse="s$0m" %}', ["**collapse**", "split layout"], "sm"),
        ("{% hint dropcap=tr$0ue %}", ["**dropcap**: boolean"], "true"),
        ("{% grid columns=1$02 %}", ["**columns**: number"], "12"),
        # Functions
        ('{% if equ$0als($a, "b") %}', ['`equals($value, "text")`', "all arguments are equal"], "equals"),
        ("{% de$0bug($a) %}", ["as JSON"], "debug"),
        ("{% hint type=def$0ault($a, 1) %}", ["`default("], "default"),
        # Variables
        ("{% $pa$0ge.title %}", ["`$page`", "as the site indexes it"], "page"),
        ("{% $page.ti$0tle %}", ["`$page.title`", "title of the page"], "title"),
        ("---\nauthor: Ada\n---\n\n{% $frontmatter.aut$0hor %}", ['Value on this page: `"Ada"`'], "author"),
        ("{% $ver$0sion %}", ['Value on this page: `"2.1"`'], "version"),
        ("{% collection %}\n{% $it$0em.url %}\n{% /collection %}", ["The current entity"], "item"),
        # Frontmatter
        ("---\ndra$0ft: true\n---\n", ["**draft**: true or false", "unfinished"], "draft"),
        ("---\ntint-mode: da$0rk\n---\n", ["**tint-mode**: text", "One of: `auto`, `light`, `dark`"], "dark"),
        ('---\r\n"ti$0tle": "a😀"\r\n---\r\n', ["**title**: text"], '"title"'),
        # Wherever a tag may be
        ("> - {% hint\n>   ty$0pe=1 %}\n", ["**type**"], "type"),
        ("| a |\n|---|\n| {% bad$0ge %}x{% /badge %} |\n", ["**badge** ("], "badge"),
        ("😀😀 {% bad$0ge %}x{% /badge %}", ["**badge** ("], "badge"),
        ("a\r\n\r\n{% hi$0nt %}\r\n", ["**hint** ("], "hint"),
        ("{% a\n\nb {% bad$0ge %}", ["**badge** ("], "badge"),
    ],
)
def test_hover(fixture: str, texts: list[str], on: str) -> None:
    check_hover(fixture, *texts, on=on)


@pytest.mark.parametrize(
    "fixture",
    [
        "Some te$0xt",
        "{% hn$0it %}",
        "{% hint colo$0r=1 %}",
        '{% hint class="a$0b" %}',
        "{% $nobody$0 %}",
        "{% $page.nob$0ody %}",
        "{% sho$0ut(1) %}",
        "{% hint .wi$0de %}",
        "{$0% hint %}",
        "```\n{% hi$0nt %}\n```\n",
        "`{% hi$0nt %}`",
        "---\nmine: hi$0nt\n---\n",
        "---\ntitle: x\n-$0--\n",
        "{% hint $0 %}",
    ],
)
def test_no_hover(fixture: str) -> None:
    check_hover(fixture)


def test_a_rune_summary_is_short() -> None:
    """No headings, which take a third of the window, and of an attribute one line; what is deprecated is left out."""
    text, offset = read("{% her$0o %}")
    found = hover_at(page_of(text), offset)
    assert found is not None
    documentation, _, sample = found.markdown.partition("```markdoc\n")
    assert documentation.startswith("**hero** (@refrakt-md/marketing): ")
    assert "- `align` (`left`, `center`, `right`): " in documentation
    assert "justify" not in documentation
    assert "#" not in documentation
    assert "| " not in documentation
    assert sample.startswith("{% hero ")


def test_functions_and_variables_of_a_plain_project() -> None:
    check_hover("{% sho$0ut(1) %}", "`shout()`", site=plain_markdoc())
    check_hover("{% $product.na$0me %}", "`$product.name`", site=plain_markdoc())
    check_hover("{% $pa$0ge %}", site=plain_markdoc())


# Other pages ----------------------------------------------------------------------------------------------------------

CONFIG = """{"site": {
  "contentDir": "./content",
  "plugins": ["@refrakt-md/storytelling"],
  "theme": "@refrakt-md/lumina"
  }, "xrefs": [{"match": "GH-(?<n>[0-9]+)", "template": "https://example.org/{n}", "label": "Issue {n}", "type": "issue"}]
}"""
FILES = f"""
-- refrakt.config.json --
{CONFIG}
-- content/docs/setup.md --
---
title: Setting *up*
description: From nothing <b>to</b> a page
draft: true
---

# Setup

## Linux

{{% hint %}}
Ask *first*.
{{% /hint %}}

Then install.

## Empty

### More
-- content/people.md --
# People

{{% character name="Veshra" role="protagonist" %}}
## Backstory
A smith.
{{% /character %}}
{{% character name="Odo" role="antagonist" /%}}
-- content/_partials/support.md --
One
Two
Three
Four
Five
Six
Seven
-- content/other.md --
{{% partial file="support.md" /%}}
-- content/docs/_layout.md --
{{% $frontmatter.subtitle %}}
-- content/old.md --
---
redirect: /docs/setup
---
-- static/logo.svg --
x
"""


def check_site_hover(text: str, *texts: str, on: str | None = None, path: str = "content/index.md") -> None:
    """Check that the hover on a page of a site contains these texts; without texts, that there is none."""
    fixture = f"-- {path} --\n{text}\n{FILES.lstrip()}"
    with open_site(fixture) as here:
        found = hover_at(here.page, here.offset)
        if not texts:
            assert found is None
            return
        assert found is not None
        for part in texts:
            assert part in found.markdown
        if on is not None:
            assert here.page.document.text[found.span.start : found.span.end] == on


SETUP = ["**Setting \\*up\\*** (draft)", "From nothing \\<b\\>to", "`/docs/setup`, `content/docs/setup.md`"]
LINUX = ["**Linux**", "`/docs/setup#linux` of **Setting", "Ask first."]


@pytest.mark.parametrize(
    ("text", "texts", "on"),
    [
        ("See [it](/docs/se$0tup).", SETUP, "/docs/setup"),
        ("See [it](/docs/se$0tup#linux).", SETUP, "/docs/setup"),
        ("See [it](/docs/setup#li$0nux).", LINUX, "linux"),
        ("> - 😀 [i$0t](docs/setup.md#linux)", LINUX, "[it](docs/setup.md#linux)"),
        ("| a |\n|---|\n| [x](/docs/se$0tup) |", SETUP, "/docs/setup"),
        ("See [it][s$0].\n\n[s]: /docs/setup", SETUP, "s"),
        ("See [it][s].\n\n[s$0]: </docs/setup#linux>", LINUX, "s"),
        ('{% card href="/docs/set$0up" %}\n{% /card %}', [*SETUP, "**href**"], "/docs/setup"),
        ("{% nav %}\n- docs/se$0tup\n{% /nav %}", SETUP, "docs/setup"),
        ("[it](/docs/setup#emp$0ty)", ["**Empty**"], "empty"),
        ("[it](/ol$0d)", ["**/old**", "Redirects to `/docs/setup`."], "/old"),
        ("![x](/lo$0go.svg)", ["An image (SVG): `static/logo.svg`"], "/logo.svg"),
        # Entities
        ('{% xref "Ves$0hra" /%}', ["**Veshra**, character `Veshra`", "- role: protagonist", "on `/people`"], "Veshra"),
        ('{% ref "ves$0hra" type="character" /%}', ["**Veshra**, character"], "veshra"),
        ('{% expand "Ves$0hra" /%}', ["**Veshra**, character", "**The unnamed value**"], "Veshra"),
        ('{% bond from="Ves$0hra" to="Odo" /%}', ["**Veshra**, character"], "Veshra"),
        ('{% xref "GH-$012" /%}', ["**Issue 12**, external issue", "`https://example.org/12`"], "GH-12"),
        # Names
        ('{% icon name="ro$0cket" /%}', ["Icon `rocket` of this site.", "**name**"], "rocket"),
        ('{% icon name="roc$0k" /%}', ["This site has no icon `rock`."], "rock"),
        ('{% hint tint="wa$0rm" %}', ["Tint `warm` of this site.", "**tint**"], "warm"),
        ("---\nlayout: do$0cs\n---", ["Layout `docs` of this site.", "**layout**: text", "`blog-article`"], "docs"),
        ('{% collection type="chara$0cter" /%}', ["`character`: 2 entities of this type."], "character"),
        ('{% collection type="rea$0lm" /%}', ["No entity has the type `realm`"], "realm"),
        (
            '{% collection type="character" filter="role:prota$0gonist" /%}',
            ["Field `role` of `character`: ", "`antagonist` (1)", "**filter**"],
            "role:protagonist",
        ),
        ('{% collection type="character" sort="-ro$0le" /%}', ["Field `role` of `character`"], "-role"),
        ('{% collection type="character" filter="shoe:4$02" /%}', ["No entity has it."], "shoe:42"),
        # Partials
        (
            '{% partial file="supp$0ort.md" /%}',
            [
                "**support.md**",
                "```markdoc\nOne\nTwo\nThree\nFour\nFive\nSix\n…\n```",
                "Also included by `content/other.md`.",
            ],
            "support.md",
        ),
        # Variables
        ("{% $page.u$0rl %}", ['Value on this page: `"/"`'], "url"),
        ("# Home\n\n{% $page.ti$0tle %}", ['Value on this page: `"Home"`'], "title"),
        ("{% $file.pa$0th %}", ['Value on this page: `"content/index.md"`'], "path"),
        ("# Lin$0ux", ["`/#linux`"], "Linux"),
    ],
)
def test_hover_with_a_site(text: str, texts: list[str], on: str) -> None:
    check_site_hover(text, *texts, on=on)


def test_variables_in_a_layout_and_a_partial() -> None:
    check_site_hover("{% $page.ti$0tle %}", "Set by the page that uses this layout", path="content/x/_layout.md")
    check_site_hover("{% $frontmatter.a$0b %}", "Set by the page that uses this layout", path="content/x/_layout.md")
    check_site_hover("{% $page.ti$0tle %}", "Set by the page that includes this partial", path="content/_partials/a.md")
    check_site_hover(
        "---\nsubti$0tle: x\n---", "Used by the layout `content/docs/_layout.md`", path="content/docs/a.md"
    )
    check_site_hover("---\nsubti$0tle: x\n---")


def test_a_partial_without_other_users() -> None:
    with open_site(
        '-- content/index.md --\n{% partial file="a$0.md" /%}\n-- content/_partials/a.md --\n```\nx\n```\n'
    ) as here:
        found = hover_at(here.page, here.offset)
        assert found is not None
        assert "````markdoc\n```\nx\n```\n````" in found.markdown
        assert "No other page includes it." in found.markdown


@pytest.mark.parametrize(
    "text", ["[x](/no$0where)", "[x](https://exa$0mple.org)", "[x](/docs/setup#no$0)", "te$0xt", "`[x](/docs/se$0tup)`"]
)
def test_no_hover_for_unknown_names(text: str) -> None:
    check_site_hover(text)


# Problems -------------------------------------------------------------------------------------------------------------


def test_rules_of_problems() -> None:
    text, offset = read('{% hint type="lo$0ud" %}')
    span = Span(text.index("loud"), text.index("loud") + 4)
    wide = Span(0, len(text))
    problems = [(wide, "unclosed-tag"), (span, "value-not-allowed"), (span, "value-not-allowed")]
    found = hover_at(page_of(text), offset, [*problems, (Span(0, 2), "unknown-rune")])
    assert found is not None
    value, attribute, narrow, whole = found.markdown.replace("value.\n\n", "value.\n---\n", 1).split("\n---\n")
    assert "not an allowed value" in value
    assert "**type**" in attribute
    assert narrow.strip().startswith("**value-not-allowed**: ")
    assert whole.strip().startswith("**unclosed-tag**: ")
    assert narrow.count("**value-not-allowed**") == 1
    assert "[In the manual](" in narrow
    assert found.span == span


def test_a_problem_without_other_hovers() -> None:
    text, offset = read("{% hn$0it %}")
    found = hover_at(page_of(text), offset, [(Span(3, 7), "unknown-rune")])
    assert found is not None
    assert found.span == Span(3, 7)
    assert hover_at(page_of(text), offset, [(Span(3, 7), "a-plugin-s-own")]) is None
    across = hover_at(page_of(text), offset, [(Span(3, 7), "broken-link")])
    assert across is not None
    assert across.markdown.startswith("**broken-link**: ")


# Plain text -----------------------------------------------------------------------------------------------------------


def test_text_of_pages_is_escaped() -> None:
    assert escaped("a *b*\n![c](d) <i>") == "a \\*b\\* \\!\\[c\\]\\(d\\) \\<i\\>"
    assert escaped("x" * 300).endswith("x…")
    assert code_span("a`b") == "``a`b``"
    assert code_span("`") == "`` ` ``"


def test_editors_without_markdown() -> None:
    text, offset = read("{% hin$0t %}")
    found = hover_at(page_of(text), offset)
    assert found is not None
    documentation = markdown_to_text(found.markdown)
    assert documentation.startswith("hint (core): Highlights a note in the text")
    assert "    {% hint" in documentation
    assert "**" not in documentation
    assert "`" not in documentation
    assert (
        markdown_to_text("[In the manual](file:///a)\n\n---\n\n\\*b\\* ``a`b``")
        == "In the manual: file:///a\n\n*b* a`b\n"
    )


def test_every_key_that_is_checked_is_explained() -> None:
    assert DESCRIPTIONS.keys() == KNOWN_KEYS.keys()
    assert VALUES.keys() <= KNOWN_KEYS.keys()


@pytest.mark.parametrize(
    "text", ["", "$0", "---\n$0", "---\n: $0\n---\n", "---\n- $0a\n---\n", "{%$0", "[a]($0", '{% xref "$0']
)
def test_incomplete_texts(text: str) -> None:
    whole = text if CURSOR in text else f"{text}{CURSOR}"
    source, offset = read(whole)
    for end in range(offset + 1):
        found = hover_at(page_of(source), end)
        assert found is None or found.markdown
