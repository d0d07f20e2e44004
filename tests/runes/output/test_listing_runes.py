"""The output of runes about other pages and files: a query or reference, and a place for what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from refrakt.runes.output.render_context import FileReadError, RenderContext

from .output_checks import check_output, output


class Files:
    """The files of a project."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts

    def read(self, path: str) -> str:
        if path not in self.texts:
            raise FileReadError("there is no such file")
        return self.texts[path]

    def list(self, folder: str) -> Sequence[str]:
        return ()


def test_a_breadcrumb_names_its_links_for_search_engines() -> None:
    check_output(
        '{% breadcrumb separator="·" %}\n- [Home](/)\n- The ridge\n{% /breadcrumb %}',
        """
        <nav data-rune="breadcrumb" typeof="BreadcrumbList" data-rune-fields="{'separator':'·'}"><ol data-name="items">
        <li data-rune="breadcrumb-item" typeof="ListItem" property="itemListElement">
        <span hidden="true" property="name" data-field="name">Home</span>
        <a href="/" property="item" data-field="url">Home</a><meta content="1" property="position"></li>
        <li data-rune="breadcrumb-item" typeof="ListItem" property="itemListElement">
        <span property="name" data-field="name">The ridge</span><meta content="2" property="position"></li></ol></nav>
        """,
    )


def test_an_automatic_breadcrumb_is_filled_later() -> None:
    check_output(
        "{% breadcrumb auto=true %}\n- [Home](/)\n{% /breadcrumb %}",
        """
        <nav data-rune="breadcrumb" typeof="BreadcrumbList" data-rune-fields="{'separator':'/'}">
        <meta data-field="__breadcrumb-auto" content="true"><ol data-name="items"></ol></nav>
        """,
    )


def test_a_blog_has_a_header_and_a_place_for_its_posts() -> None:
    check_output(
        '{% blog folder="/log" limit=5 %}\n## Log\n\nDaily.\n\nNot shown.\n{% /blog %}',
        """
        <section data-field="content-section" data-rune="blog" typeof="Blog" data-rune-fields="{'folder':'/log',
        'sort':'date-desc','filter':'','limit':'5','layout':'list'}">
        <header><h2 id="log" data-name="headline">Log</h2><p data-name="blurb">Daily.</p></header>
        <div data-name="posts"></div></section>
        """,
    )


def test_the_template_of_a_collection_is_kept_as_source() -> None:
    html = output('{% collection type="page" sort="-date" %}\n---\n**{% $item.id %}**\n{% /collection %}')
    assert '<meta data-field="collection-type" content="page">' in html
    assert '<meta data-field="collection-sort" content="-date">' in html
    assert '<meta data-field="collection-body" content="---\n\n**{% $item.id %}**\n">' in html
    assert html.endswith('<div data-name="items"></div></section>')


def test_a_collection_without_a_template_has_none() -> None:
    html = output('{% collection show="page" /%}')
    assert "collection-body" not in html
    assert '<meta data-field="collection-type" content="page">' in html


@pytest.mark.parametrize(
    ("written", "element"),
    [
        ('{% aggregate type="page" /%}', "span"),
        ('{% aggregate type="page" layout="chart" /%}', "section"),
        ('{% aggregate type="page" %}\n{% $item.key %}\n{% /aggregate %}', "section"),
    ],
)
def test_a_single_number_is_part_of_a_text(written: str, element: str) -> None:
    html = output(written)
    assert f'<{element} data-rune="aggregate"><meta data-field="aggregate-type" content="page">' in html
    assert ("aggregate-body" in html) == ("$item" in written)


def test_references_to_entities_and_files_are_resolved_later() -> None:
    check_output(
        '{% expand "hours" level=2 canonical=true /%}',
        '<div data-rune="expand-pending" data-expand-id="hours" data-expand-level="2" data-expand-canonical="true"></div>',
    )
    html = output('See {% file-ref path="src/tides.py" lines="12" /%}.')
    assert '<meta data-field="file-ref-lines" content="12">' in html
    assert html.endswith('<a data-name="link">tides.py</a></span>.</p>')


def test_a_problem_is_a_row() -> None:
    check_output(
        '{% error tag="lamp" error={id: "x", message: "No"} /%}',
        """
        <tr data-field="error" data-rune="error"><td data-field="tag">lamp</td><td data-field="code">x</td>
        <td data-field="level"></td><td data-field="message">No</td></tr>
        """,
    )


def test_a_chart_shows_its_table_with_a_caption() -> None:
    check_output(
        '{% chart title="Visitors" tick-count=4 %}\nNot shown.\n\n| Season |\n|---|\n| Spring |\n{% /chart %}',
        """
        <rf-chart data-rune="chart" data-rune-fields="{'type':'bar','stacked':'false','tick-count':'4'}">
        <table data-name="data"><caption>Visitors</caption>
        <thead><tr><th>Season</th></tr></thead><tbody><tr><td>Spring</td></tr></tbody></table></rf-chart>
        """,
    )


def test_a_datatable_shows_its_table_only() -> None:
    check_output(
        '{% datatable sortable="all" pageSize=10 %}\nNot shown.\n\n| Apple |\n|---|\n| Cox |\n{% /datatable %}',
        """
        <div data-rune="data-table" typeof="Dataset" data-rune-fields="{'sortable':'all','searchable':'false',
        'pageSize':'10','defaultSort':''}"><div data-name="scroll"><table data-name="table">
        <thead><tr><th>Apple</th></tr></thead><tbody><tr><td>Cox</td></tr></tbody></table></div></div>
        """,
    )


LEVELS = 'month,level,note\nMay,"1,200",low\nJune,900,\nJuly,35,high\n'


def table(written: str, texts: Mapping[str, str]) -> str:
    """A table as lines; the numbers of cells are in parentheses."""
    html = output(f"{{% data {written} /%}}", RenderContext(files=Files(texts)))
    rows = html.split("<tr>")[1:]
    shown = []
    for row in rows:
        cells = row.split("</tr>")[0].replace("<th>", "<td>").split("<td")[1:]
        shown.append(" | ".join(_cell(cell) for cell in cells))
    return "\n".join(shown)


def _cell(cell: str) -> str:
    opening, _, text = cell.partition(">")
    value = opening.partition('data-value="')[2].strip('"')
    return text.removesuffix("</td>").removesuffix("</th>") + (f" ({value})" if value else "")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (
            'src="a.csv"',
            "month | level | note\nMay | 1,200 (1200) | low\nJune | 900 (900) | \nJuly | 35 (35) | high",
        ),
        ('src="a.csv" columns="level as \'Level, mm\', month" limit=1', "Level, mm | month\n1,200 (1200) | May"),
        (
            'src="a.csv" columns="month, level" sort="-level" offset=1',
            "month | level\nJune | 900 (900)\nJuly | 35 (35)",
        ),
        ('src="a.csv" columns="level" text="level" where="month:Ju*"', "level\n900\n35"),
        (
            'src="a.csv" columns="month" header=false limit=2',
            "col1 | col2 | col3\nmonth | level | note\nMay | 1,200 | low",
        ),
        ('src="b.tsv" sort="b"', "a | b\n2 (2) | x2\n1 (1) | x10"),
        ('src="c.json" root="all.rows"', "a | d | b.c\n1 (1) | x, y | \n2 (2) |  | z"),
        ('src="d.json"', "a | b\n1 (1) | "),
        ('src="e.json" orient="index" key-column="id"', "id | a\nx | 1 (1)\ny | 2 (2)"),
        ('src="f.jsonl"', "a\n1 (1)\n2 (2)"),
    ],
)
def test_data_files_are_tables(written: str, expected: str) -> None:
    texts = {
        "a.csv": LEVELS,
        "b.tsv": "a\tb\n1\tx10\n2\tx2\n",
        "c.json": '{"all": {"rows": [{"a": 1, "d": ["x", "y"]}, {"a": 2, "b": {"c": "z"}}]}}',
        "d.json": '[["a", "b"], [1]]',
        "e.json": '{"x": {"a": 1}, "y": {"a": 2}}',
        "f.jsonl": '{"a": 1}\n\n{"a": 2}\n',
    }
    assert table(written, texts) == expected


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ('src="missing.csv"', "there is no such file"),
        ('src="a.dat"', "the format of `a.dat` is unknown"),
        ('src="a.csv" where="month:March"', "no row is left to show"),
        ('src="a.csv" delimiter=";;"', "the separator `;;` is not one character"),
        ('src="empty.csv"', "the file is empty"),
        ('src="bad.json"', "the file is not valid JSON"),
        ('src="map.json"', "set orient=&quot;index&quot;"),
        ('src="map.json" root="a.b"', "the file has no value at `a.b`"),
        ('src="map.json" orient="records"', "needs a list of objects"),
        ('src="deep.json"', "nested too deeply"),
        ("", "`src` is missing"),
    ],
)
def test_the_reason_is_shown_instead_of_an_unreadable_file(written: str, reason: str) -> None:
    texts = {
        "a.csv": LEVELS,
        "a.dat": "",
        "empty.csv": "\n",
        "bad.json": "{",
        "map.json": '{"a": 1}',
        "deep.json": '{"a":' * 100_000 + "1" + "}" * 100_000,
    }
    context = RenderContext(files=Files(texts))
    html = output(f"{{% data {written} /%}}", context)
    assert 'data-rune="hint"' in html
    assert reason.replace("&quot;", "'") in html
    assert [warning.code for warning in context.warnings] == ["unreadable-data"]
