"""The preview in a real browser."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest

from browser.previews import EditorPreview, ShellPreview

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Page

pytestmark = pytest.mark.browser

Start = Callable[..., ShellPreview]
PAGE = "content/docs/long.md"
NUMBER_OF_KEYS = 30


def frame_of(page: Page) -> FrameLocator:
    return page.frame_locator("#frame")


def long_page(size: int = 5_000) -> str:
    """A page of about so many characters with prose, runes and code."""
    parts = ["---\ntitle: A long page\n---\n\n# A long page\n"]
    for number in range(1, 1000):
        parts.append(
            f"\n## Part {number}\n\nDough of part {number} rests in the *shed*, see [the API](/docs/api).\n\n"
            f'{{% hint type="note" %}}\nKeep it warm, whatever the clock says.\n{{% /hint %}}\n\n'
            f"```python\ndef rise(hours: int) -> float:\n    return hours * {number}\n```\n"
        )
        if sum(map(len, parts)) >= size:
            break
    return "".join(parts)


@pytest.fixture
def long_uri(editor: EditorPreview, page: Page) -> str:
    """A long page that is open in the editor and in the browser."""
    (editor.client.folder / PAGE).write_text(long_page(), "utf-8")
    uri = editor.open(PAGE)
    page.goto(editor.url(uri))
    frame_of(page).get_by_text("Part 3", exact=True).first.wait_for()
    return uri


def scroll_top(page: Page) -> float:
    found: float = page.evaluate("document.getElementById('frame').contentWindow.scrollY")
    return found


def blocks_at(page: Page, line: int) -> tuple[float, float]:
    """Where the block of a line begins in the window, and where the next one does."""
    before, after = page.evaluate(
        """(line) => {
            const blocks = [...document.getElementById('frame').contentDocument.querySelectorAll('[data-source-line]')];
            const tops = blocks.map((each) => [Number(each.dataset.sourceLine), each.getBoundingClientRect().top]);
            return [tops.filter(([at]) => at <= line).at(-1)[1], tops.find(([at]) => at > line)[1]];
        }""",
        line,
    )
    return before, after


def test_typing_changes_the_page(
    editor: EditorPreview, page: Page, long_uri: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The time from a key to the changed page, as the editor sends it and the browser shows it."""
    page.evaluate(
        """() => {
            window.seen = {};
            const body = document.getElementById('frame').contentDocument.body;
            new MutationObserver(() => {
                for (const [key] of body.innerText.matchAll(/key-[0-9]+/g))
                    window.seen[key] ??= performance.timeOrigin + performance.now();
            }).observe(body, {childList: true, characterData: true, subtree: true});
        }"""
    )
    times = []
    for key in range(2, NUMBER_OF_KEYS + 2):
        sent = time.time() * 1000
        editor.insert(long_uri, key, 6, f"key-{key} ")
        page.wait_for_function(f"() => window.seen['key-{key}'] !== undefined")
        times.append(page.evaluate(f"window.seen['key-{key}']") - sent)
        time.sleep(0.05)
    with capsys.disabled():
        sys.stdout.write(f"\nfrom a key to the page: p50 {median(times):.0f} ms, max {max(times):.0f} ms\n")
    assert median(times) <= 100


def test_what_the_reader_has_done_stays(editor: EditorPreview, page: Page) -> None:
    text = (
        "# A page\n\n"
        + "Before.\n\n" * 60
        + '{% details summary="More" %}\nInside.\n{% /details %}\n\n'
        + "{% tabs %}\n## One\n\nFirst.\n\n## Two\n\nSecond.\n{% /tabs %}\n\n"
        + "After.\n\n" * 60
    )
    uri = editor.open("content/state.md", text)
    page.goto(editor.url(uri))
    frame = frame_of(page)
    frame.locator("summary").click()
    assert frame.get_by_text("First.").is_visible()
    assert not frame.get_by_text("Second.").is_visible()
    frame.get_by_text("Two", exact=True).click()
    assert frame.get_by_text("Second.").is_visible()
    assert not frame.get_by_text("First.").is_visible()
    before = scroll_top(page)
    assert before > 0
    editor.insert(uri, 2, 2, "A new paragraph.\n\n")
    frame.get_by_text("A new paragraph.").wait_for(state="attached")
    assert frame.get_by_text("Inside.").is_visible()
    assert frame.get_by_text("Second.").is_visible()
    assert not frame.get_by_text("First.").is_visible()
    assert scroll_top(page) >= before
    line = frame.locator("details").get_attribute("data-source-line")
    assert line == "125"


def test_the_browser_follows_the_editor(editor: EditorPreview, page: Page, long_uri: str) -> None:
    for line in (40, 90, 20):
        before = scroll_top(page)
        editor.scroll(long_uri, line)
        page.wait_for_function(
            "(before) => document.getElementById('frame').contentWindow.scrollY !== before", arg=before
        )
        before_line, after_line = blocks_at(page, line + 1)
        assert before_line <= 2
        assert after_line >= -2


def test_the_editor_follows_the_browser(editor: EditorPreview, page: Page, long_uri: str) -> None:
    page.evaluate("document.getElementById('frame').contentWindow.scrollTo(0, 1500)")
    report = editor.client.wait(lambda message: message.get("method") == "refrakt/scrollEditor")
    assert report["params"]["uri"] == long_uri
    before_line, after_line = blocks_at(page, report["params"]["line"] + 1)
    assert before_line <= 2
    assert after_line >= -2


def test_a_click_selects_the_block_in_the_editor(editor: EditorPreview, page: Page, long_uri: str) -> None:
    frame_of(page).get_by_text("Keep it warm").first.click()
    request = editor.client.wait(lambda message: message.get("method") == "window/showDocument")["params"]
    lines = long_page().splitlines()
    assert request["uri"] == long_uri
    assert lines[request["selection"]["start"]["line"]].startswith("Keep it warm")


def test_another_page_of_the_editor_is_shown(editor: EditorPreview, page: Page, long_uri: str) -> None:
    editor.scroll(editor.open("content/docs/api.md"), 0)
    frame_of(page).get_by_role("heading", name="The API").wait_for()
    page.uncheck("#follow")
    editor.scroll(long_uri, 40)
    page.wait_for_timeout(300)
    assert "api.md" in page.url


def test_links_lead_to_other_pages(shell: Start, site: Path, page: Page) -> None:
    page.goto(shell(site).url)
    frame = frame_of(page)
    frame.get_by_role("heading", name="Dough rises").wait_for()
    frame.get_by_role("link", name="API").first.click()
    frame.get_by_role("heading", name="The API").wait_for()
    assert "content%2Fdocs%2Fapi.md" in page.url
    assert page.input_value("#page") == "content/docs/api.md"
    page.go_back()
    frame.get_by_role("heading", name="Dough rises").wait_for()
    page.select_option("#page", "content/about.md")
    frame.get_by_role("heading", name="About the shed").wait_for()


def test_layouts_and_colors(shell: Start, site: Path, page: Page) -> None:
    page.goto(shell(site, "content/docs/api.md").url)
    frame = frame_of(page)
    frame.locator(".rf-layout-default").wait_for()
    page.select_option("#layout", "docs")
    frame.locator(".rf-layout-docs").wait_for()
    page.select_option("#layout", "none")
    frame.locator("body > article").wait_for()
    background = "getComputedStyle(document.getElementById('frame').contentDocument.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    page.select_option("#theme", "dark")
    assert page.evaluate(background) == "rgb(20, 24, 29)"
    page.select_option("#theme", "light")
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    page.select_option("#theme", "auto")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(background) == "rgb(20, 24, 29)"


@pytest.mark.parametrize("layout", ["default", "docs", "blog-article", "plan"])
def test_the_content_has_room_in_every_layout(shell: Start, site: Path, page: Page, layout: str) -> None:
    page.goto(f"{shell(site).url}?page=content/docs/getting-started.md&layout={layout}")
    heading = frame_of(page).locator("#set-up-your-box")
    heading.wait_for()
    box = heading.bounding_box()
    assert box is not None
    assert box["width"] > 600


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wider_than_the_window(shell: Start, site: Path, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    preview = shell(site)
    for name in sorted(each.relative_to(site).as_posix() for each in (site / "content").rglob("*.md")):
        page.goto(f"{preview.url}?page={name}")
        frame_of(page).locator("body *").first.wait_for(state="attached")
        widths = page.evaluate(
            "[document.documentElement, document.getElementById('frame').contentDocument.documentElement]"
            ".map((each) => each.scrollWidth)"
        )
        assert max(widths) <= width, name


def test_problems_are_listed_with_their_lines(shell: Start, site: Path, page: Page) -> None:
    page.goto(shell(site, "content/drafts/mistakes.md").url)
    page.get_by_role("button", name="5 problems").click()
    problems = page.locator("#problem-list li")
    assert "`details` is never closed" in problems.nth(1).inner_text()
    assert "line 14" in problems.nth(1).inner_text()


def test_files_on_disk_are_watched(shell: Start, site: Path, page: Page) -> None:
    page.goto(shell(site, "content/about.md").url)
    frame = frame_of(page)
    frame.get_by_role("heading", name="About the shed").wait_for()
    file = site / "content/about.md"
    file.write_text(file.read_text("utf-8") + "\nWritten by another program.\n", "utf-8")
    frame.get_by_text("Written by another program.").wait_for()
    file.unlink()
    page.get_by_text("content/about.md does not exist").wait_for()


def test_a_plain_site(shell: Start, plain_site: Path, page: Page) -> None:
    page.goto(shell(plain_site).url)
    frame = frame_of(page)
    frame.get_by_role("heading", name="The lighthouse").wait_for()
    assert frame.locator("[data-rune=generic]").count() >= 1
    assert page.evaluate("document.getElementById('frame').contentDocument.styleSheets[0].cssRules.length") > 50


def test_a_folder_without_a_site(shell: Start, tmp_path: Path, page: Page) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/first.md").write_text("# First\n", "utf-8")
    page.goto(shell(tmp_path / "notes").url)
    frame = frame_of(page)
    frame.get_by_role("heading", name="First").wait_for()
    (tmp_path / "notes/first.md").write_text("# Changed\n", "utf-8")
    frame.get_by_role("heading", name="Changed").wait_for()


def test_images_of_the_static_folder(shell: Start, site: Path, page: Page) -> None:
    (site / "static" / "images").mkdir(parents=True)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30"/></svg>'
    (site / "static" / "images" / "tin.svg").write_text(drawing, "utf-8")
    (site / "content" / "tin.md").write_text("# Tin\n\n![A tin](/images/tin.svg)\n", "utf-8")
    page.goto(shell(site, "content/tin.md").url)
    frame_of(page).get_by_role("img", name="A tin").wait_for()
    page.wait_for_function(
        "() => document.getElementById('frame').contentDocument.querySelector('img').naturalWidth === 40"
    )


def test_the_stylesheet_of_an_installed_theme(shell: Start, site: Path, page: Page) -> None:
    package = site / "node_modules/@refrakt-md/lumina"
    (package / "styles").mkdir(parents=True)
    (package / "package.json").write_text('{"exports": {"./index.css": "./styles/all.css"}}', "utf-8")
    (package / "styles/all.css").write_text('@import "./more.css"; body { color: rgb(1, 2, 3) }', "utf-8")
    (package / "styles/more.css").write_text("h1 { color: rgb(4, 5, 6) }", "utf-8")
    page.goto(shell(site, "content/about.md").url)
    heading = frame_of(page).get_by_role("heading", name="About the shed")
    heading.wait_for()
    assert heading.evaluate("(each) => getComputedStyle(each).color") == "rgb(4, 5, 6)"
    assert heading.evaluate("(each) => getComputedStyle(each.ownerDocument.body).color") == "rgb(1, 2, 3)"


def test_the_command_uses_the_process_of_an_editor(editor: EditorPreview, shell: Start, page: Page) -> None:
    uri = editor.open("content/about.md", "# Not saved yet\n")
    editor.client.request("refrakt/preview", {"textDocument": {"uri": uri}})
    deadline = time.monotonic() + 10
    while editor.client.request("refrakt/status")["roots"][0]["socket"] != "owner":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    preview = shell(editor.client.folder, "content/about.md")
    page.goto(preview.url)
    frame_of(page).get_by_role("heading", name="Not saved yet").wait_for()
    assert "The editor serves the preview" in preview.end()
