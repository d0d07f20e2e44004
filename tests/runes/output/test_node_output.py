"""The output of Markdown on a refrakt site."""

from __future__ import annotations

import pytest

from refrakt.runes.output.render_context import RenderContext

from .output_checks import check_output, output


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# High tide", '<h1 id="high-tide">High tide</h1>'),
        ("## When is it {% #when %}", '<h2 id="when">When is it </h2>'),
        ("## Where, and **why** now?", '<h2 id="where,-and-now">Where, and <strong>why</strong> now?</h2>'),
        ("*low* and **high**", "<p><em>low</em> and <strong>high</strong></p>"),
        ("3. three\n4. four", '<ol start="3"><li>three</li><li>four</li></ol>'),
        ("- [x] packed", "<ul><li>[x] packed</li></ul>"),
        ('- ebb {% property="tide" %}', '<ul><li property="tide">ebb </li></ul>'),
    ],
)
def test_text(source: str, expected: str) -> None:
    check_output(source, expected)


def test_a_code_block_carries_its_annotations() -> None:
    html = output(
        """
        ```python {% source="tides.py" lines="12-13" linenumbers=true highlight="13" %}
        low = 1
        ```
        """
    )
    data = (
        'data-language="python" data-source="tides.py" data-lines="12-13" data-linenumbers="true" '
        'data-highlight-lines="13"'
    )
    assert html == (
        f'<div class="rf-codeblock"><pre {data} style="--rf-start-line: 11"><code {data}>low = 1\n</code></pre></div>'
    )


def test_a_code_block_without_a_language_is_of_the_shell() -> None:
    code = '<code data-language="shell">ls\n</code>'
    assert output("```\nls\n```") == f'<div class="rf-codeblock"><pre data-language="shell">{code}</pre></div>'


def test_tags_in_code_are_shown_as_written() -> None:
    assert "{% hint %}" in output("```md\n{% hint %}\nx\n{% /hint %}\n```")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[Tern](/tern)", '<a href="/tern">Tern</a>'),
        (
            '{% link href="/tern" .wide target="_blank" %}Tern{% /link %}',
            '<a href="/tern" class="wide" target="_blank">Tern</a>',
        ),
        ("[Gull](gull.md)", '<a href="/boats/gull">Gull</a>'),
        ("{% link href=$boat %}Tern{% /link %}", '<a href="/tern">Tern</a>'),
    ],
)
def test_links(source: str, expected: str) -> None:
    variables = {"boat": "/tern", "path": "boats/index.md", "urls": {"boats/gull.md": "/boats/gull"}}
    check_output("See " + source, f"<p>See {expected}</p>", variables=variables)


def test_tables_can_scroll() -> None:
    check_output(
        "| Boat |\n|:-:|\n| Tern |",
        """
        <div class="rf-table-wrapper"><table>
        <thead><tr><th align="center">Boat</th></tr></thead><tbody><tr><td align="center">Tern</td></tr></tbody>
        </table></div>
        """,
    )


ROCKET = '<svg width="24" viewBox="0 0 24 24" onload="x()"><script>x()</script><path d="M1 2" /><circle r="3"/></svg>'


def test_an_icon_is_drawn_without_scripts() -> None:
    check_output(
        "![Start](icon:ship/rocket)",
        """
        <p><svg width="24" viewbox="0 0 24 24" class="rf-icon" data-icon="ship/rocket" role="img" aria-label="Start">
        <path d="M1 2"></path><circle r="3"></circle></svg></p>
        """,
        RenderContext(icons={"ship": {"rocket": ROCKET}}),
    )


def test_an_unknown_icon_is_empty_and_reported() -> None:
    context = RenderContext(icons={"global": {"rocket": ROCKET}})
    check_output("![](icon:anchor)", '<p><span class="rf-icon" data-icon="anchor"></span></p>', context)
    assert [warning.code for warning in context.warnings] == ["unknown-icon"]


def test_without_icons_nothing_is_known_about_them() -> None:
    context = RenderContext()
    output("![](icon:anchor)", context)
    assert context.warnings == []


@pytest.mark.parametrize(
    ("shape", "size"),
    [("cover", "1600 900"), ("portrait", "750 1000"), ("banner", "1800 600"), ("avatar", "1000 1000")],
)
def test_placeholders_have_the_proportions_of_their_shape(shape: str, size: str) -> None:
    html = output(f"![A boat](placeholder:{shape})")
    assert f'data-shape="{shape}" viewbox="0 0 {size}"' in html
    assert 'role="img" aria-label="A boat"' in html
    assert "var(--rf-color-surface)" in html


def test_an_unknown_shape_is_a_cover_and_reported() -> None:
    context = RenderContext()
    assert 'data-shape="cover"' in output("![](placeholder:round)", context)
    assert [warning.code for warning in context.warnings] == ["unknown-placeholder"]


def test_other_schemes_are_urls() -> None:
    check_output("![](https://a.example/b.png)", '<p><img src="https://a.example/b.png" alt=""></p>')


def test_an_svg_that_the_site_provides_is_drawn() -> None:
    source = '<svg xmlns="http://www.w3.org/2000/svg" width="9"><script>x()</script><g onclick="x()"><path d="M0"/></g></svg>'
    check_output(
        "![](gull.svg)",
        '<p><svg width="9"><g><path d="M0"></path></g></svg></p>',
        variables={"path": "birds/index.md", "svg": [{"_id": "/birds/gull.svg", "content": source}]},
    )
