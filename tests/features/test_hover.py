"""What is told about what is under the cursor."""

from __future__ import annotations

import pytest

from refrakt.features.answers import Range
from refrakt.features.frontmatter_keys import ABOUT, VALUES
from refrakt.features.hover import Trouble, explain
from refrakt.features.hover.plain import plain
from refrakt.features.hover.words import code, shown
from refrakt.rules.frontmatter_type import KNOWN_KEYS

from .checking import CURSOR, check_hover, page_of, plain_markdoc, read
from .sites import standing


@pytest.mark.parametrize(
    ("fixture", "words", "on"),
    [
        ('{% hi$0nt type="note" %}', ["**hint** (", "Sets a remark apart", "Also called: callout"], "hint"),
        ("{% hint$0 %}", ["**hint** ("], "hint"),
        ("{% $0hint %}", ["**hint** ("], "hint"),
        ("{% callo$0ut %}", ["**hint** ("], "callout"),
        ("{% hint %}\nText\n{% /hi$0nt %}", ["**hint** ("], "hint"),
        ("{% i$0f $a %}\n{% /if %}", ["**if** (", "only if a condition holds", "- The value without a name ("], "if"),
        ('{% xref "a$0b" /%}', ["**The value without a name**: string"], "ab"),
        ('{% part$0ial file="a.md" /%}', ["**partial** ("], "partial"),
        ("{% ta$0b", ["**tab** (", "Stands in: tabs"], "tab"),
        ("{% figu$0re %}", ["`ImageObject`", "- `size` (`small`, `medium`"], "figure"),
        ("{% gri$0d %}", ["default `"], "grid"),
        # Attributes
        ('{% hint ty$0pe="note" %}', ["**type**: string", "`caution`", "What kind of remark", "Of `hint`"], "type"),
        ('{% hint wi$0dth="wide" %}', ["**width**", "universal"], "width"),
        ('{% hero va$0lign="top" %}', ["**valign**", "split layout"], "valign"),
        ('{% hero jus$0tify="left" %}', ["Deprecated: use `align`"], "justify"),
        ('{% form act$0ion="/x" %}', ["required"], "action"),
        ('{% grid mo$0de="auto" %}', ["Default: `columns`"], "mode"),
        ("{% hint ty$0pe", ["**type**"], "type"),
        # Values
        ('{% hint type="no$0te" %}', ["**type**"], "note"),
        ('{% hint type="lo$0ud" %}', ["`loud` is none of the values", "**type**"], "loud"),
        ('{% grid mode="colu$0mns" %}', ["`columns`: the default", "**mode**"], "columns"),
        ('{% hero collapse="s$0m" %}', ["**collapse**", "split layout"], "sm"),
        ("{% hint dropcap=tr$0ue %}", ["**dropcap**: boolean"], "true"),
        ("{% grid columns=1$02 %}", ["**columns**: number"], "12"),
        # Functions
        ('{% if equ$0als($a, "b") %}', ['`equals($value, "text")`', "all its parameters are the same"], "equals"),
        ("{% de$0bug($a) %}", ["as JSON"], "debug"),
        ("{% hint type=def$0ault($a, 1) %}", ["`default("], "default"),
        # Variables
        ("{% $pa$0ge.title %}", ["`$page`", "as the site knows it"], "page"),
        ("{% $page.ti$0tle %}", ["`$page.title`", "title of the page"], "title"),
        ("---\nauthor: Ada\n---\n\n{% $frontmatter.aut$0hor %}", ['Here it is `"Ada"`'], "author"),
        ("{% $ver$0sion %}", ['Here it is `"2.1"`'], "version"),
        ("{% collection %}\n{% $it$0em.url %}\n{% /collection %}", ["The thing at hand"], "item"),
        # Frontmatter
        ("---\ndra$0ft: true\n---\n", ["**draft**: true or false", "unfinished"], "draft"),
        ("---\ntint-mode: da$0rk\n---\n", ["**tint-mode**: text", "One of: `auto`, `light`, `dark`"], "dark"),
        ('---\r\n"ti$0tle": "a😀"\r\n---\r\n', ["**title**: text"], '"title"'),
        # Wherever a tag may stand
        ("> - {% hint\n>   ty$0pe=1 %}\n", ["**type**"], "type"),
        ("| a |\n|---|\n| {% bad$0ge %}x{% /badge %} |\n", ["**badge** ("], "badge"),
        ("😀😀 {% bad$0ge %}x{% /badge %}", ["**badge** ("], "badge"),
        ("a\r\n\r\n{% hi$0nt %}\r\n", ["**hint** ("], "hint"),
        ("{% a\n\nb {% bad$0ge %}", ["**badge** ("], "badge"),
    ],
)
def test_what_is_told(fixture: str, words: list[str], on: str) -> None:
    check_hover(fixture, *words, on=on)


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
def test_where_there_is_nothing_to_tell(fixture: str) -> None:
    check_hover(fixture)


def test_a_rune_takes_little_room() -> None:
    """No headings, which take a third of the window, and of an attribute one line; what is deprecated is left out."""
    text, offset = read("{% her$0o %}")
    found = explain(page_of(text), offset)
    assert found is not None
    told, _, sample = found.markdown.partition("```markdoc\n")
    assert told.startswith("**hero** (@refrakt-md/marketing): ")
    assert "- `align` (`left`, `center`, `right`): " in told
    assert "justify" not in told
    assert "#" not in told
    assert "| " not in told
    assert sample.startswith("{% hero ")


def test_a_plain_project_has_functions_and_variables_of_its_own() -> None:
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


def check_told(text: str, *words: str, on: str | None = None, path: str = "content/index.md") -> None:
    """What is told at the cursor of a page on a site; without words, nothing is."""
    fixture = f"-- {path} --\n{text}\n{FILES.lstrip()}"
    with standing(fixture) as here:
        found = explain(here.page, here.offset)
        if not words:
            assert found is None
            return
        assert found is not None
        for word in words:
            assert word in found.markdown
        if on is not None:
            assert here.page.document.text[found.place.start : found.place.end] == on


SETUP = ["**Setting \\*up\\*** (a draft)", "From nothing \\<b\\>to", "`/docs/setup`, `content/docs/setup.md`"]
LINUX = ["**Linux**", "`/docs/setup#linux` of **Setting", "Ask first."]


@pytest.mark.parametrize(
    ("text", "words", "on"),
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
        ("[it](/ol$0d)", ["**/old**", "Readers are sent on to `/docs/setup`."], "/old"),
        ("![x](/lo$0go.svg)", ["An image (SVG): `static/logo.svg`"], "/logo.svg"),
        # Things
        ('{% xref "Ves$0hra" /%}', ["**Veshra**, character `Veshra`", "- role: protagonist", "on `/people`"], "Veshra"),
        ('{% ref "ves$0hra" type="character" /%}', ["**Veshra**, character"], "veshra"),
        ('{% expand "Ves$0hra" /%}', ["**Veshra**, character", "**The value without a name**"], "Veshra"),
        ('{% bond from="Ves$0hra" to="Odo" /%}', ["**Veshra**, character"], "Veshra"),
        ('{% xref "GH-$012" /%}', ["**Issue 12**, issue outside of this site", "`https://example.org/12`"], "GH-12"),
        # Names
        ('{% icon name="ro$0cket" /%}', ["The icon `rocket` of this site.", "**name**"], "rocket"),
        ('{% icon name="roc$0k" /%}', ["This site has no icon `rock`."], "rock"),
        ('{% hint tint="wa$0rm" %}', ["The tint `warm` of this site.", "**tint**"], "warm"),
        ("---\nlayout: do$0cs\n---", ["The layout `docs` of this site.", "**layout**: text", "`blog-article`"], "docs"),
        ('{% collection type="chara$0cter" /%}', ["`character`: 2 things of this type."], "character"),
        ('{% collection type="rea$0lm" /%}', ["Nothing of the type `realm`"], "realm"),
        (
            '{% collection type="character" filter="role:prota$0gonist" /%}',
            ["Field `role` of `character`: ", "`antagonist` (1)", "**filter**"],
            "role:protagonist",
        ),
        ('{% collection type="character" sort="-ro$0le" /%}', ["Field `role` of `character`"], "-role"),
        ('{% collection type="character" filter="shoe:4$02" /%}', ["None that is declared has it."], "shoe:42"),
        # Partials
        (
            '{% partial file="supp$0ort.md" /%}',
            [
                "**support.md**",
                "```markdoc\nOne\nTwo\nThree\nFour\nFive\nSix\n…\n```",
                "Also taken in by `content/other.md`.",
            ],
            "support.md",
        ),
        # Variables
        ("{% $page.u$0rl %}", ['Here it is `"/"`'], "url"),
        ("# Home\n\n{% $page.ti$0tle %}", ['Here it is `"Home"`'], "title"),
        ("{% $file.pa$0th %}", ['Here it is `"content/index.md"`'], "path"),
        ("# Lin$0ux", ["`/#linux`"], "Linux"),
    ],
)
def test_what_the_site_knows(text: str, words: list[str], on: str) -> None:
    check_told(text, *words, on=on)


def test_what_a_layout_and_a_partial_get_from_pages() -> None:
    check_told("{% $page.ti$0tle %}", "comes from the page that this layout is around", path="content/x/_layout.md")
    check_told("{% $frontmatter.a$0b %}", "comes from the page that this layout is around", path="content/x/_layout.md")
    check_told("{% $page.ti$0tle %}", "from the page that takes this text in", path="content/_partials/a.md")
    check_told("---\nsubti$0tle: x\n---", "Shown by the layout `content/docs/_layout.md`", path="content/docs/a.md")
    check_told("---\nsubti$0tle: x\n---")


def test_a_partial_that_nobody_else_uses() -> None:
    with standing(
        '-- content/index.md --\n{% partial file="a$0.md" /%}\n-- content/_partials/a.md --\n```\nx\n```\n'
    ) as here:
        found = explain(here.page, here.offset)
        assert found is not None
        assert "````markdoc\n```\nx\n```\n````" in found.markdown
        assert "No other page takes it in." in found.markdown


@pytest.mark.parametrize(
    "text", ["[x](/no$0where)", "[x](https://exa$0mple.org)", "[x](/docs/setup#no$0)", "te$0xt", "`[x](/docs/se$0tup)`"]
)
def test_what_the_site_does_not_know(text: str) -> None:
    check_told(text)


# Problems -------------------------------------------------------------------------------------------------------------


def test_why_something_is_wrong() -> None:
    text, offset = read('{% hint type="lo$0ud" %}')
    place = Range(text.index("loud"), text.index("loud") + 4)
    wide = Range(0, len(text))
    troubles = [Trouble(wide, "unclosed-tag"), Trouble(place, "value-not-allowed"), Trouble(place, "value-not-allowed")]
    found = explain(page_of(text), offset, [*troubles, Trouble(Range(0, 2), "unknown-rune")])
    assert found is not None
    value, attribute, narrow, whole = found.markdown.replace("allowed.\n\n", "allowed.\n---\n", 1).split("\n---\n")
    assert "none of the values" in value
    assert "**type**" in attribute
    assert narrow.strip().startswith("**value-not-allowed**: ")
    assert whole.strip().startswith("**unclosed-tag**: ")
    assert narrow.count("**value-not-allowed**") == 1
    assert "[In the manual](" in narrow
    assert found.place == place


def test_a_problem_where_there_is_nothing_else_to_tell() -> None:
    text, offset = read("{% hn$0it %}")
    found = explain(page_of(text), offset, [Trouble(Range(3, 7), "unknown-rune")])
    assert found is not None
    assert found.place == Range(3, 7)
    assert explain(page_of(text), offset, [Trouble(Range(3, 7), "a-plugin-s-own")]) is None
    across = explain(page_of(text), offset, [Trouble(Range(3, 7), "broken-link")])
    assert across is not None
    assert across.markdown.startswith("**broken-link**: ")


# Words ----------------------------------------------------------------------------------------------------------------


def test_what_a_page_says_is_no_markdown() -> None:
    assert shown("a *b*\n![c](d) <i>") == "a \\*b\\* \\!\\[c\\]\\(d\\) \\<i\\>"
    assert shown("x" * 300).endswith("x…")
    assert code("a`b") == "``a`b``"
    assert code("`") == "`` ` ``"


def test_editors_without_markdown() -> None:
    text, offset = read("{% hin$0t %}")
    found = explain(page_of(text), offset)
    assert found is not None
    told = plain(found.markdown)
    assert told.startswith("hint (core): Sets a remark apart")
    assert "    {% hint" in told
    assert "**" not in told
    assert "`" not in told
    assert plain("[In the manual](file:///a)\n\n---\n\n\\*b\\* ``a`b``") == "In the manual: file:///a\n\n*b* a`b\n"


def test_every_key_that_is_checked_is_explained() -> None:
    assert ABOUT.keys() == KNOWN_KEYS.keys()
    assert VALUES.keys() <= KNOWN_KEYS.keys()


@pytest.mark.parametrize(
    "text", ["", "$0", "---\n$0", "---\n: $0\n---\n", "---\n- $0a\n---\n", "{%$0", "[a]($0", '{% xref "$0']
)
def test_texts_in_the_making(text: str) -> None:
    whole = text if CURSOR in text else f"{text}{CURSOR}"
    source, offset = read(whole)
    for end in range(offset + 1):
        explain(page_of(source), end)
