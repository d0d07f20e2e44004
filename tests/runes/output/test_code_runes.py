"""The output of runes that show code, and the differences of two texts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from refrakt.runes.output.line_diff import line_diff, side_by_side
from refrakt.runes.output.render_context import FileReadError, RenderContext

from .output_checks import check_output, output


class Files:
    """A project with one file."""

    def read(self, path: str) -> str:
        if path != "src/tide.py":
            raise FileReadError("there is no such file")
        return "low = 1\nhigh = 2\n"

    def list(self, folder: str) -> Sequence[str]:
        return ()


def block(language: str, text: str) -> str:
    return (
        f'<div class="rf-codeblock"><pre data-language="{language}"><code data-language="{language}">{text}\n'
        "</code></pre></div>"
    )


def test_tabs_are_labelled_by_order_annotation_file_or_language() -> None:
    html = output(
        """
        {% codegroup labels=",Second" title="" %}
        ```py {% source="src/tide.py" lines="3-4" %}
        a
        ```

        ```sh {% label="Not used" %}
        b
        ```

        ```ts {% label="Third" %}
        c
        ```

        ```ts
        d
        ```

        ```elm
        e
        ```
        {% /codegroup %}
        """
    )
    labels = "".join(
        f'<button data-name="tab" role="tab"><span>{label}</span></button>'
        for label in ("tide.py:3-4", "Second", "Third", "TypeScript", "Elm")
    )
    assert f'<div role="tablist" data-name="tabs">{labels}</div>' in html
    assert f'<div role="tabpanel" data-name="panel">{block("elm", "e")}</div>' in html
    assert html.startswith("<section data-rune=\"code-group\" data-rune-fields=\"{'title':''}\">")


def test_a_single_block_of_a_code_group_has_no_tabs() -> None:
    assert output('{% codegroup title="tide.py" overflow="wrap" %}\n```py\na\n```\n{% /codegroup %}') == (
        "<section data-rune=\"code-group\" data-rune-fields=\"{'title':'tide.py','overflow':'wrap'}\">"
        f"{block('py', 'a')}</section>"
    )


def test_a_snippet_in_a_code_group_is_a_code_block() -> None:
    html = output(
        '{% codegroup labels="A" %}\n{% snippet path="src/tide.py" lines="2" /%}\n{% /codegroup %}',
        RenderContext(files=Files()),
    )
    assert "<span>A</span>" in html
    assert ">high = 2</code>" in html


def test_only_code_is_compared() -> None:
    html = output('{% compare labels="Old" title="Loops" %}\nNo\n\n```py\na\n```\n\n```sh\nb\n```\n{% /compare %}')
    assert html == (
        '<div data-rune="compare" data-rune-fields="{\'layout\':\'side-by-side\'}" data-code-host="true">'
        '<div data-name="header">Loops</div><div data-panels="true" data-name="panels">'
        f'<div data-panel="true"><span data-label="true">Old</span>{block("py", "a")}</div>'
        f'<div data-panel="true"><span data-label="true">sh</span>{block("sh", "b")}</div></div></div>'
    )


def test_the_source_of_a_diagram_is_shown_and_kept_for_scripts() -> None:
    html = output('{% diagram title="Post" %}\n```mermaid\nBox\n```\n{% /diagram %}')
    assert html == (
        "<rf-diagram data-rune=\"diagram\" data-rune-fields=\"{'language':'mermaid'}\">"
        '<figcaption data-name="title">Post</figcaption>'
        '<div data-name="container"><pre data-name="source"><code>Box\n</code></pre></div>'
        '<template data-content="source">Box\n</template></rf-diagram>'
    )


def test_a_diff_numbers_the_lines_of_both_files() -> None:
    check_output(
        """
        {% diff %}
        ```yaml {% source="a.yaml" lines="8-9" %}
        vents: closed
        night: 12
        ```

        ```yaml {% source="b.yaml" %}
        vents: open
        night: 12
        ```
        {% /diff %}
        """,
        """
        <div data-rune="diff" data-rune-fields="{'mode':'unified','language':''}" data-code-host="true">
        <div data-name="header">a.yaml → b.yaml</div>
        <pre data-copy-selector="[data-name='line-content']" data-name="code"><div data-name="rows">
        <span data-line-status="remove" data-name="line"><span data-side="before" data-name="gutter-num">8</span>
        <span data-side="after" data-name="gutter-num"></span>
        <span data-language="yaml" data-name="line-content">vents: closed</span></span>
        <span data-line-status="add" data-name="line"><span data-side="before" data-name="gutter-num"></span>
        <span data-side="after" data-name="gutter-num">1</span>
        <span data-language="yaml" data-name="line-content">vents: open</span></span>
        <span data-line-status="equal" data-name="line"><span data-side="before" data-name="gutter-num">9</span>
        <span data-side="after" data-name="gutter-num">2</span>
        <span data-language="yaml" data-name="line-content">night: 12</span></span>
        </div></pre></div>
        """,
    )


def test_a_split_diff_has_a_panel_for_each_text() -> None:
    html = output('{% diff mode="split" title="X" %}\n```\na\nb\n```\n\n```\nb\nc\n```\n{% /diff %}')
    before, after = html.split('<div data-name="panel">')[1:]
    assert '<div data-name="header">X</div>' in html
    assert [status.split('"')[0] for status in before.split('data-line-status="')[1:]] == ["remove", "equal", "empty"]
    assert [status.split('"')[0] for status in after.split('data-line-status="')[1:]] == ["empty", "equal", "add"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a b c", "a c", "=a -b =c"),
        ("a", "b", "-a +b"),
        ("a b", "b a", "-a =b +a"),
        ("a a", "a", "-a =a"),
        ("", "a", "- +a"),
    ],
)
def test_line_differences(before: str, after: str, expected: str) -> None:
    marks = {"equal": "=", "add": "+", "remove": "-"}
    lines = line_diff(before.replace(" ", "\n"), after.replace(" ", "\n"))
    assert " ".join(marks[line.status] + line.text for line in lines) == expected


def test_large_texts_differ_in_one_block() -> None:
    lines = line_diff("start\n" + "a\n" * 3000 + "end", "start\n" + "b\n" * 2000 + "end")
    assert [line.status for line in lines] == ["equal", *["remove"] * 3000, *["add"] * 2000, "equal"]
    assert (lines[-1].before, lines[-1].after) == (3002, 2002)


def test_removed_lines_are_beside_the_added_ones() -> None:
    pairs = side_by_side(line_diff("a\nb\nx\nc", "d\nx\nc\ne"))
    assert [(left.text if left else None, right.text if right else None) for left, right in pairs] == [
        ("a", "d"),
        ("b", None),
        ("x", "x"),
        ("c", "c"),
        (None, "e"),
    ]
