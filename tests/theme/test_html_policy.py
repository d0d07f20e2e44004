"""Hostile pages: nothing that a tree contains may run in a browser."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.output.page_output import output_config, page_output
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.packages import BUNDLED, bundled
from refrakt.runes.vocabulary import vocabulary
from refrakt.theme.identity_transform import identity_transform
from refrakt.theme.page_html import page_html
from refrakt.theme.style_policy import safe_style
from refrakt.theme.theme_config import default_theme


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "java\nscript:alert(1)",
        "\x01javascript:alert(1)",
        "javascript\u200b:alert(1)",
        "vbscript:msgbox(1)",
        "data:text/html,<script>alert(1)</script>",
        "data:image/svg+xml,<svg onload=alert(1)>",
        "data:,x",
        "data:image/svg;text/html,x",
        "view-source:javascript:alert(1)",
        "blob:https://example.org/1",
    ],
)
@pytest.mark.parametrize("attribute", ["href", "action", "formaction", "xlink:href", "HREF", "cite", "ping"])
def test_urls_that_run_scripts_are_omitted(url: str, attribute: str) -> None:
    assert page_html(Tag("a", {attribute: url}, ["x"])) == "<a>x</a>"


@pytest.mark.parametrize(
    "url",
    [
        "/a:b",
        "#top",
        "https://example.org/?a=javascript:",
        "mailto:a@b.c",
        "obsidian://open?x=1",
        "a b",
        "",
        "docs/x.md",
    ],
)
def test_other_urls_are_kept(url: str) -> None:
    assert page_html(Tag("a", {"href": url})) == f'<a href="{url}"></a>'


def test_images_may_be_data() -> None:
    for kind in ("png", "svg+xml"):
        assert "src=" in page_html(Tag("img", {"src": f"data:image/{kind};base64,AAAA"}))
    assert page_html(Tag("img", {"src": "data:text/html,x"})) == "<img />"
    assert page_html(Tag("img", {"srcset": "/a.png 1x, javascript:x 2x"})) == "<img />"
    assert page_html(Tag("img", {"srcset": "data:image/png,x 2x"})) == "<img />"
    assert page_html(Tag("img", {"srcset": "/a.png 1x, /b.png 2x"})) == '<img srcset="/a.png 1x, /b.png 2x" />'


def test_frames_show_pages_of_the_web_only() -> None:
    assert page_html(Tag("iframe", {"src": "https://example.org/", "srcdoc": "<b>"})) == (
        '<iframe src="https://example.org/"></iframe>'
    )
    for url in ("/same-origin", "data:image/png,x", "about:blank", "javascript:x", "file:///etc/passwd"):
        assert page_html(Tag("iframe", {"src": url})) == "<iframe></iframe>"


@pytest.mark.parametrize(
    "name",
    [
        "onclick",
        "ONLOAD",
        "onanything",
        "srcdoc",
        "http-equiv",
        'x" onload="y',
        "a b",
        "a>b",
        "",
        "1a",
        "data-source-line",
    ],
)
def test_attributes_that_run_scripts_or_end_the_tag_are_omitted(name: str) -> None:
    assert page_html(Tag("p", {name: "alert(1)"})) == "<p></p>"


@pytest.mark.parametrize(
    "name",
    [
        "script",
        "SCRIPT",
        "style",
        "base",
        "object",
        "embed",
        "noscript",
        "xmp",
        "foreignObject",
        "set",
        "a b",
        "p onload=x",
        "1",
    ],
)
def test_elements_that_run_scripts_are_omitted_with_their_content(name: str) -> None:
    assert page_html([Tag(name, {"href": "/"}, ["alert(1)", Tag("b")]), "rest"]) == "rest"


def test_links_load_typefaces_only() -> None:
    fonts = Tag("link", {"rel": "stylesheet", "href": "https://fonts.googleapis.com/css2?family=A"})
    assert page_html(fonts).startswith("<link rel=")
    for href in ("https://evil.example/x.css", "https://fonts.googleapis.com.evil.example/", "/x.css"):
        assert page_html(Tag("link", {"rel": "stylesheet", "href": href})) == ""
    assert page_html(Tag("link", {"rel": "import", "href": "https://fonts.googleapis.com/"})) == ""


def test_data_for_scripts_cannot_end_its_element() -> None:
    data = Tag("script", {"type": "application/json"}, ['{"a":"</script><b>&"}'])
    assert page_html(data) == (
        '<script type="application/json">{"a":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026"}</script>'
    )
    assert page_html(Tag("script", {"type": "module"}, ["x"])) == ""


def test_drawings_refer_to_the_same_page_only() -> None:
    assert page_html(Tag("use", {"href": "#wave"})) == '<use href="#wave"></use>'
    assert page_html(Tag("use", {"href": "/x.svg#wave"})) == "<use></use>"


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("color: red; --a: 1px;", "color: red; --a: 1px"),
        ("font-family: 'A; B', serif; color: red", "font-family: 'A; B', serif; color: red"),
        ("--bg-image: url(/quay.jpg)", "--bg-image: url(/quay.jpg)"),
        (
            '--bg-image: url("https://example.org/a.png"); opacity: 0.5',
            '--bg-image: url("https://example.org/a.png"); opacity: 0.5',
        ),
        ("--bg-image: url(javascript:alert(1)); color: red", "color: red"),
        ("background: url(https://evil.example/x)", ""),
        ("background: URL ( 'x' )", ""),
        ("--x: url(a) url(", ""),
        ("background: u\\72l(x)", ""),
        ("background: image-set('x' 1x)", ""),
        ("width: expression(alert(1)); color: red", "color: red"),
        ("behavior: url(#x); -moz-binding: url(x)", ""),
        ("@import 'x'; color: red", "color: red"),
        ("position: fixed; top: 0", "top: 0"),
        ("POSITION : Sticky", ""),
        ("position: relative", "position: relative"),
        ("color: red; } body { color: blue", "color: red"),
        ("color: red/**/", ""),
        ("color: 'open", ""),
        ("color", ""),
        ("x" * 6_000, ""),
    ],
)
def test_styles_load_nothing_and_stay_in_their_place(style: str, expected: str) -> None:
    assert safe_style(style) == expected
    attribute = expected.replace('"', "&quot;")
    assert page_html(Tag("p", {"style": style})) == (f'<p style="{attribute}"></p>' if expected else "<p></p>")


_URLS = (
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "xlink:href",
    "data-url",
    "data-src",
    "data-action",
    "data-poster",
)


class _Checker(HTMLParser):
    """Collects what a browser would run or load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "base", "object", "embed", "evil"):
            self.found.append(tag)
        for name, value in attrs:
            written = "".join((value or "").split()).lower()
            runs = name in _URLS and written.startswith(("javascript:", "vbscript:", "data:text"))
            if name.startswith("on") or name == "srcdoc" or runs:
                self.found.append(f"{name}={value}")


def unsafe_parts(html: str) -> list[str]:
    checker = _Checker()
    checker.feed(html)
    checker.close()
    return checker.found


_CONFIG = output_config(vocabulary([bundled(short) for short in BUNDLED]))
_THEME = default_theme(vocabulary([bundled(short) for short in BUNDLED]))


def shown(source: str) -> str:
    document = parse(source)
    tree = page_output(document.tree, _CONFIG, RenderContext(documents=[document]))
    return page_html(identity_transform(tree, _THEME))


@pytest.mark.parametrize(
    "page",
    [
        "<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>",
        "[x](javascript:alert&#40;1&#41;)",
        '[x](/a){% onclick="alert(1)" style="position:fixed;background:url(//evil.example)" href="javascript:alert(1)" %}',
        '![x](javascript:alert){% onerror="alert(1)" %}',
        '# Title {% #x" onload="alert(1) %}',
        '# Title {% .a onmouseover="alert(1)" %}',
        '```html {% data-raw-html=true data-x="\\"><evil>" %}\n<script>alert(1)</script>\n```',
        "{% sandbox %}\n</template></rf-sandbox><script>alert(1)</script>\n{% /sandbox %}",
        '{% icon name="\\"><evil>" size="1px;background:url(x)" /%}',
        '{% embed url="javascript:alert(1)" /%}',
        '{% form action="javascript:alert(1)" %}\nName (required)\n{% /form %}',
        '{% pagination prev="javascript://x" prev-label="<evil>" /%}',
        '{% swatch color="red\\"><evil>" label="<evil>" /%}',
        '{% hint tint="\\"><evil>" width="\\"><evil>" %}\n<evil>\n{% /hint %}',
        '{% bg src="javascript:alert(1)" /%}\n\n{% hint bg="javascript:alert(1)" %}\nx\n{% /hint %}',
        '{% card href="javascript:alert(1)" %}\nx\n{% /card %}',
        "{% nav %}\n- [x](javascript:alert)\n{% /nav %}",
        "{% preview source=true %}\n<script>alert(1)</script>\n\n[x](javascript:alert)\n{% /preview %}",
        '{% mockup url="\\"><evil>" label="<evil>" %}\nx\n{% /mockup %}',
        "{% diagram %}\n```mermaid\n<script>alert(1)</script>\n```\n{% /diagram %}",
        '{% evil onclick="alert(1)" %}\nx\n{% /evil %}',
    ],
)
def test_hostile_pages(page: str) -> None:
    assert unsafe_parts(shown(page)) == []


_VALUES = st.one_of(
    st.text("javscript:\t\n<>\"'&= on/x()", max_size=20),
    st.sampled_from(["javascript:x", '"><evil onload=x>', "data:text/html,x", "x:expression(1)"]),
    st.integers(),
    st.booleans(),
    st.none(),
)
_NAMES = st.one_of(
    st.sampled_from(
        ["href", "src", "style", "onload", "srcdoc", "srcset", "data-x", "class", "evil", "script", "p", "img"]
    ),
    st.text("aon=\"'> /", max_size=8),
)
_TREES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.text("<>&\"'evil/ script", max_size=20), st.integers()),
    lambda inner: st.builds(Tag, _NAMES, st.dictionaries(_NAMES, _VALUES, max_size=4), st.lists(inner, max_size=3)),
    max_leaves=8,
)


@given(_TREES)
def test_no_tree_runs_a_script(tree: Renderable) -> None:
    found = [each for each in unsafe_parts(page_html(tree)) if each != "evil"]
    assert found == []
