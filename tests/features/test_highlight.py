"""The highlights for the symbol under the cursor."""

from __future__ import annotations

from textwrap import dedent

import pytest

from refrakt.features.highlight import highlight

from .checking import page_of, read
from .sites import open_site


def check_highlight(fixture: str) -> None:
    """Check that exactly the text in `«»` is highlighted."""
    text, offset = read(fixture)
    source = text.replace("«", "").replace("»", "")
    offset -= sum(text.count(each, 0, offset) for each in "«»")
    highlighted = source
    for each in reversed(highlight(page_of(source), offset)):
        start, end = each.span.bounds
        highlighted = f"{highlighted[:start]}«{highlighted[start:end]}»{highlighted[end:]}"
    assert highlighted == text


@pytest.mark.parametrize(
    "fixture",
    [
        "{% «hi$0nt» %}\nx\n{% /«hint» %}\n",
        "{% «hint» %}\nx\n{% /«hi$0nt» %}\n",
        "{% hint %}\n{% «hi$0nt» %}\n> x\n{% /«hint» %}\n{% /hint %}\n",
        "{% «hi$0nt» /%}\n",
        "{% «hi$0nt» %}\nx\n",
        "> 😀 {% «ba$0dge» %}x{% /«badge» %}\r\n",
        "# «On$0e»\n\n[x](#«one»)\n",
        "# «One»\n\n| a |\n|---|\n| [x](#«on$0e») |\n",
        "[a][«la$0b»] [«Lab»]\n\n[«lab»]: /x\n",
        "---\n«ti$0tle»: x\n---\n\n{% $frontmatter.«title» %}\n",
        "No$0thing\n",
        "`{% hi$0nt %}`\n",
    ],
)
def test_on_one_page(fixture: str) -> None:
    check_highlight(fixture)


def test_declarations_and_references() -> None:
    text, offset = read("# O$0ne\n\n[x](#one)\n")
    assert [each.is_declaration for each in highlight(page_of(text), offset)] == [True, False]


def test_links_to_the_same_page_however_they_are_written() -> None:
    fixture = """
    -- content/index.md --
    [a](/docs/se$0tup) [b](docs/setup.md#x) [c](/docs/setup/) [d](/other)
    -- content/docs/setup.md --
    # Setup
    -- content/other.md --
    # Other
    """
    with open_site(dedent(fixture)) as here:
        found = [here.page.document.text[slice(*each.span.bounds)] for each in highlight(here.page, here.offset)]
    assert found == ["/docs/setup", "docs/setup.md", "/docs/setup/"]
