"""The links of a page that can be followed."""

from __future__ import annotations

from refrakt.features.document_links import document_links

from .checking import page_of
from .sites import open_site


def check_document_links(fixture: str, *links: str) -> None:
    """The page with the cursor has these links, `text -> target (title)`."""
    with open_site(fixture) as here:
        text = here.page.document.text
        found = []
        for each in document_links(here.page):
            target = each.url or (f"{each.symbol.path}#{each.symbol.name}" if each.symbol else "")
            found.append(f"{text[slice(*each.span.bounds)]} -> {target.removesuffix('#')} ({each.tooltip})")
    assert found == list(links)


def test_links_images_partials_and_files() -> None:
    fixture = """
    -- content/index.md --
    $0See [setup](/docs/setup#linux "Title"), [there](<docs/setup.md>), [web](https://example.com/?a#b) or [nobody](/none).

    ![pic](/a.png)

    {% partial file="foot.md" /%}
    {% snippet path="src/main.py" /%}
    {% xref "Setting up" /%}
    [here][s]

    [s]: /docs/setup#nowhere
    -- content/docs/setup.md --
    ---
    title: Setting up
    ---
    ## Linux
    -- content/_partials/foot.md --
    Bye.
    -- static/a.png --
    x
    -- src/main.py --
    pass
    """
    check_document_links(
        fixture,
        "/docs/setup#linux -> content/docs/setup.md#linux (Setting up › linux)",
        "docs/setup.md -> content/docs/setup.md (Setting up)",
        "https://example.com/?a#b -> https://example.com/?a#b ()",
        "/a.png -> static/a.png (static/a.png)",
        "foot.md -> content/_partials/foot.md#foot.md (content/_partials/foot.md)",
        "src/main.py -> src/main.py (src/main.py)",
        "Setting up -> content/docs/setup.md (Setting up)",
        "/docs/setup -> content/docs/setup.md (Setting up)",
    )


def test_a_page_alone() -> None:
    text = "# One\n\n[a](#one) [b](https://example.com) [c](/there)\n"
    found = [text[slice(*each.span.bounds)] for each in document_links(page_of(text))]
    assert found == ["#one", "https://example.com"]


def test_pages_that_are_served_as_they_are_and_a_page_that_a_build_adds_to() -> None:
    fixture = """
    -- content/index.md --
    $0[a](/old) [b](/old.html) [c](/sub/) {% xref "/open#later" /%}

    [unused]: /open#later
    -- content/open.md --
    {% collection type="page" %}x{% /collection %}
    -- static/old.html --
    x
    -- static/sub/index.html --
    x
    """
    check_document_links(
        fixture,
        "/old -> static/old.html (static/old.html)",
        "/old.html -> static/old.html (static/old.html)",
        "/sub/ -> static/sub/index.html (static/sub/index.html)",
        "/open -> content/open.md (content/open.md)",
        "/open -> content/open.md (content/open.md)",
    )
