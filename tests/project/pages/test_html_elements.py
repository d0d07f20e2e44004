"""The ids and links of HTML elements."""

from __future__ import annotations

import pytest

from refrakt.project.pages.html_elements import html_element


@pytest.mark.parametrize(
    ("source", "ids", "href"),
    [
        ('<a id="x" href="/docs/a#b">', ("x",), "/docs/a#b"),
        ("<h2 id=x>", ("x",), None),
        ("<a name='y'\n href='#x' >", ("y",), "#x"),
        ("<a data-id=x HREF=/a>", (), "/a"),
        ('<a title="id=x">', (), None),
        ('<a href="https://a.b">', (), None),
        ('<a href="//a.b/c">', (), None),
        ('<a href="/a&amp;b">', (), None),
        ('<a href="{% $x %}">', (), None),
        ('<link href="/style.css">', (), None),
    ],
)
def test_attributes(source: str, ids: tuple[str, ...], href: str | None) -> None:
    element = html_element(source)
    assert element is not None
    assert element.ids == ids
    assert (None if element.href is None else source[slice(*element.href)]) == href


@pytest.mark.parametrize("source", ["</a>", "<!-- id=x -->", "{% x", "<"])
def test_what_opens_no_element(source: str) -> None:
    assert html_element(source) is None
