"""Finished elements that need code: navigation, previews, plots."""

from __future__ import annotations

from refrakt.markdoc.html import Renderable
from refrakt.runes.rune_theme import Modifier, RuneTheme
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import at, el, part, rune, themed


def test_navigation_is_a_custom_element() -> None:
    assert themed(rune("nav"), RuneTheme("nav", post="nav")).tag.name == "rf-nav"


def test_an_item_with_a_slug_shows_it_until_it_is_resolved() -> None:
    theme = RuneTheme("nav-item", post="nav-item")
    result = themed(rune("nav-item", el("span", "set", "up", data_field="slug"), el("ul")), theme)
    assert result["data-slug"] == "setup"
    assert result.tag.children == ["setup", el("ul")]


def test_links_of_other_items_get_a_class() -> None:
    theme = RuneTheme("nav-item", post="nav-item")
    result = themed(rune("nav-item", el("a", "Home", href="/", class_="x"), " ", el("b")), theme)
    assert at(result.tag, 0).attributes == {"href": "/", "class": "rf-nav-item__link x"}


def test_a_preview_with_its_source_shows_the_themed_html() -> None:
    theme = RuneTheme("preview", post="preview")
    runes = {"box": RuneTheme("box")}
    source = part("source", el("code", "{% box /%}"), tag="pre")
    result = themed(rune("preview", source, rune("box", "text"), el("p", "a", "b")), theme, runes=runes)
    shown = at(result.tag, 3)
    assert shown.attributes == {"data-name": "themed-source", "data-language": "html"}
    assert at(shown, 0).children == [
        '<section class="rf-box" data-rune="box" data-density="full">text</section>\n<p>\n  a\n  b\n</p>'
    ]
    assert len(themed(rune("preview", rune("box")), theme, runes=runes).tag.children) == 1


def test_the_beats_of_a_linear_plot_are_connected() -> None:
    theme = RuneTheme("plot", modifiers={"structure": Modifier(default="linear")}, post="plot")
    assert at(themed(rune("plot", el("ol")), theme).tag, 0).attributes == {"data-sequence": "connected"}
    assert at(themed(rune("plot", el("ol"), fields={"structure": "web"}), theme).tag, 0).attributes == {}


def test_html() -> None:
    tree = el(
        "div", el("br"), el("input", checked=True, disabled=False, value=None, size=3), "a < b", 4, None, title='"x"'
    )
    assert theme_html(tree) == ('<div title="&quot;x&quot;"><br /><input checked size="3" />a &lt; b4</div>')
    assert theme_html(el("", "a", el("b"))) == "a<b></b>"


def test_indented_html() -> None:
    tree: list[Renderable] = [el("div", el("p", "one"), el("pre", el("code", "a\nb")), "text"), "end", ""]
    assert theme_html(tree, pretty=True) == ("<div>\n  <p>one</p>\n  <pre><code>a\nb</code></pre>\n  text\n</div>\nend")


def test_raw_html_is_a_sanitised_drawing_or_text() -> None:
    hostile = '<svg onload="alert(1)"><path d="M0 0"/><script>alert(1)</script></svg>'
    assert (
        theme_html(el("b", hostile, data_raw_html="true")) == '<b data-raw-html="true"><svg><path d="M0 0"/></svg></b>'
    )
    assert theme_html(el("b", "<img src=x onerror=alert(1)>", data_raw_html="true")) == (
        '<b data-raw-html="true">&lt;img src=x onerror=alert(1)&gt;</b>'
    )
    assert "<script>" not in theme_html(el("pre", "<script>", data_codeblock="true"))
