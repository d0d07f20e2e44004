"""Markdown that is written almost right: fences, headings, lists, emphasis, HTML, tables, links."""

from __future__ import annotations

import pytest

from refrakt.rules.page_checker import check

from .checking import check_fix, check_problems, codes, page_of, plain

TABLE = "| A | B |\n| --- | --- |\n| 1 | 2 |\n"


@pytest.mark.parametrize(
    ("code", "text", "fixed"),
    [
        ("unclosed-fence", "```js\na();\n~~~\n\nThen save it.\n", "```js\na();\n```\n\nThen save it.\n"),
        ("unclosed-fence", "```js\na();\n``\n\nThen save it.\n", "```js\na();\n```\n\nThen save it.\n"),
        ("unclosed-fence", "```js\na();\n\n## Next\n\nText.\n", "```js\na();\n```\n\n## Next\n\nText.\n"),
        ("unclosed-fence", "```js\na();\n\n```sh\nb\n```\n", "```js\na();\n```\n\n```sh\nb\n```\n"),
        ("fence-opening", "``js\na();\n```\n\nText.\n", "```js\na();\n```\n\nText.\n"),
        ("fence-opening", "’’’js\na();\n’’’\n", "```js\na();\n```\n"),
        ("page-in-fence", "```markdown\n# A\n\nText.\n```\n", "# A\n\nText.\n\n"),
        ("heading-without-space", "##Setup\n", "## Setup\n"),
        ("heading-without-space", "#The title of it\n", "# The title of it\n"),
        ("heading-without-space", "##\u00a0Setup\n", "## Setup\n"),
        ("heading-without-space", "＃＃ Setup\n", "## Setup\n"),
        ("list-item-syntax", "-Oak boards\n-Brass screws\n", "- Oak boards\n- Brass screws\n"),
        ("list-item-syntax", "- Oak boards\n-Brass screws\n", "- Oak boards\n- Brass screws\n"),
        ("list-item-syntax", "1.Saw it\n2.Sand it\n", "1. Saw it\n2. Sand it\n"),
        ("list-item-syntax", "• Oak\n• Ash\n", "- Oak\n- Ash\n"),
        ("emphasis-syntax", "Always **save* it.\n", "Always **save** it.\n"),
        ("emphasis-syntax", "Always ** save ** it.\n", "Always **save** it.\n"),
        ("emphasis-syntax", "Run ´npm i´ now.\n", "Run `npm i` now.\n"),
        ("conflict-marker", "Text.\n\n>>>>>>> main\n", "Text.\n\n"),
        ("html-as-text", "The <b>first</b> one.\n", "The **first** one.\n"),
        ("html-as-text", 'See <a href="/a">it</a>.\n', "See [it](/a).\n"),
        ("html-as-text", "<h2>Setup</h2>\n", "## Setup\n"),
        ("checkbox-syntax", "- [] Oil it\n", "- [ ] Oil it\n"),
        ("checkbox-syntax", "- [ x ] Oil it\n", "- [x] Oil it\n"),
        ("checkbox-syntax", "- [x]Oil it\n", "- [x] Oil it\n"),
        ("table-separator", "| A | B |\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-separator", "| A | B |\n|===|===|\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-separator", "| A | B |\n|---|\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        (
            "table-separator",
            f"| Wood | B |\n| 1 | 2 |\n\n{TABLE}",
            f"| Wood | B |\n| --- | --- |\n| 1 | 2 |\n\n{TABLE}",
        ),
        ("table-separator", "| Wood | B |\n|:=====|==:|\n| 1 | 2 |\n", "| Wood | B |\n|:-----|--:|\n| 1 | 2 |\n"),
        ("table-layout", "| A | B | |---|---| | 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-layout", "| A | B | |---|---|\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-layout", "    | A | B |\n    |---|---|\n    | 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-layout", "\\| A \\| B \\|\n\\|---\\|---\\|\n\\| 1 \\| 2 \\|\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        (
            "table-layout",
            "| A | B |\n| 1 | 2 |\n|---|---|\n| 3 | 4 |\n",
            "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        ),
        ("table-layout", "| A | B |\n| A | B |\n|---|---|\n| 3 | 4 |\n", "| A | B |\n|---|---|\n| 3 | 4 |\n"),
        ("table-layout", "| A | B |\n---------\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n"),
        ("table-row", f"{TABLE}| 3 │ 4 |\n", f"{TABLE}| 3 | 4 |\n"),
        ("table-row", f"{TABLE}| 3 || 4 |\n", f"{TABLE}| 3 | 4 |\n"),
        ("unclosed-fence", "```js\na();\n```js\n\nThen it works.\n", "```js\na();\n```\n\nThen it works.\n"),
        (
            "unclosed-fence",
            "```\na\n\nThen it works well.\n\n```sh\nb\n```\n",
            "```\na\n```\n\nThen it works well.\n\n```sh\nb\n```\n",
        ),
        ("heading-without-space", "Text.\n##\u00a0Setup\n", "Text.\n## Setup\n"),
        ("heading-without-space", "Text.\n\n    ## Setup\n", "Text.\n\n## Setup\n"),
        ("heading-without-space", "##Setup##\n", "## Setup\n"),
        ("list-item-syntax", "- Oak\n- Ash\n• Elm\n", "- Oak\n- Ash\n- Elm\n"),
        ("list-item-syntax", "-- Oak\n-- Ash\n", "- Oak\n- Ash\n"),
        ("list-item-syntax", "\\- Oak\n\\- Ash\n", "- Oak\n- Ash\n"),
        ("list-item-syntax", "1.) Oak\n2.) Ash\n", "1. Oak\n2. Ash\n"),
        ("list-item-syntax", "1. Oak\n\n2.Saw the ash\n", "1. Oak\n\n2. Saw the ash\n"),
        ("list-item-syntax", "1.Saw the oak\n\n2. Ash\n", "1. Saw the oak\n\n2. Ash\n"),
        ("emphasis-syntax", "A * *bold text** here.\n", "A **bold text** here.\n"),
        ("emphasis-syntax", "**Note:**it works.\n", "**Note:** it works.\n"),
        ("emphasis-syntax", "Run `npm' now.\n", "Run `npm` now.\n"),
        ("foreign-markdown", "It is ~~old~ now.\n", "It is ~~old~~ now.\n"),
        ("foreign-markdown", "It is ~~ old ~~ now.\n", "It is ~~old~~ now.\n"),
        ("foreign-markdown", "Run ｀npm｀ now.\n", "Run `npm` now.\n"),
        ("html-as-text", "The <b>first</strong> one.\n", "The **first** one.\n"),
        ("garbled-text", "It isnâ€™t so.\n", "It isn’t so.\n"),
        ("garbled-text", "Oak &amp;amp; ash.\n", "Oak & ash.\n"),
        ("garbled-text", "It don\\u2019t fit.\n", "It don’t fit.\n"),
        ("invisible-character", "Text.\n\n\ufeff## Setup\n", "Text.\n\n## Setup\n"),
        ("invisible-character", "Text.\n\n\ufeff{% hint %}\nx\n{% /hint %}\n", "Text.\n\n{% hint %}\nx\n{% /hint %}\n"),
        ("malformed-tag", "{％ hint %}\nx\n{% /hint %}\n", "{% hint %}\nx\n{% /hint %}\n"),
        ("unterminated-tag", "## Setup {% #start }\n", "## Setup {% #start %}\n"),
        ("syntax-error", "## Setup {% id: start %}\n", '## Setup {% id="start" %}\n'),
        ("foreign-markdown", '## Setup {id="start"}\n', '## Setup {% id="start" %}\n'),
        ("foreign-markdown", "## Setup {{ #start }}\n", "## Setup {% #start %}\n"),
        ("foreign-markdown", "## Setup {#start %}\n", "## Setup {% #start %}\n"),
        ("foreign-markdown", '## Setup <a id="start"/>\n', "## Setup {% #start %}\n"),
        ("foreign-markdown", "It fits【4:0†source】 well.\n", "It fits well.\n"),
        ("foreign-markdown", "＞ It fits.\n", "> It fits.\n"),
        ("foreign-markdown", "__TOC__\n", "{% toc /%}\n"),
        ("foreign-syntax", "> \\[!NOTE\\]\n> It fits.\n", '{% hint type="note" %}\nIt fits.\n{% /hint %}\n'),
        ("fence-opening", "\\`\\`\\`js\na();\n\\`\\`\\`\n", "```js\na();\n```\n"),
        ("link-syntax", "See [it]\\(/a\\) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](https:// example.com/a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "See ([it](/a))) now.\n", "See ([it](/a)) now.\n"),
        ("link-syntax", "See [[it](/a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See (it now)(/a).\n", "See [it now](/a).\n"),
        ("link-syntax", "See [/docs/a](the page).\n", "See [the page](/docs/a).\n"),
        ("link-syntax", "See [it(/a)] now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See \\[it](/a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](</a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", 'See [it](/a "More) now.\n', 'See [it](/a "More") now.\n'),
        ("link-syntax", 'See [it](/a"More") now.\n', 'See [it](/a "More") now.\n'),
        ("link-syntax", "See [it](url: /a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](**/a**) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](/a} now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See 【it】(/a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](/a） now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it](https:://example.com/a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "See [it](https:example.com/a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "See [it](https:\\\\example.com\\a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "See [it](https://example,com/a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "! [Coast](/a.png) here.\n", "![Coast](/a.png) here.\n"),
        ("link-syntax", "！[Coast](/a.png) here.\n", "![Coast](/a.png) here.\n"),
        ("undefined-reference", "See [`it` now][/a].\n", "See [`it` now](/a).\n"),
        ("table-separator", f"{TABLE}\n| 3 | 4 |\n", f"{TABLE}| 3 | 4 |\n"),
        ("table-row", f"{TABLE}| 3 | 4 | |\n", f"{TABLE}| 3 | 4 |\n"),
        ("table-row", f"{TABLE}| `a|b` | 4 |\n", f"{TABLE}| `a\\|b` | 4 |\n"),
        ("table-row", f"{TABLE}| 3 | of\nfour |\n", f"{TABLE}| 3 | of four |\n"),
        ("table-row", f"{TABLE}They include tax.\n", f"{TABLE}\nThey include tax.\n"),
        ("link-syntax", "See [it] (/a).\n", "See [it](/a).\n"),
        ("link-syntax", "See (it)[/a].\n", "See [it](/a).\n"),
        ("link-syntax", "See [it](/a now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it]/a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it(/a) now.\n", "See [it](/a) now.\n"),
        ("link-syntax", "See [it]((/a)).\n", "See [it](/a).\n"),
        ("link-syntax", "See [it](“/a”).\n", "See [it](/a).\n"),
        ("link-syntax", "See [`it`] (/a).\n", "See [`it`](/a).\n"),
        ("link-syntax", "See [it](htps://example.com/a).\n", "See [it](https://example.com/a).\n"),
        ("link-syntax", "See [it](www.example.com/a).\n", "See [it](https://www.example.com/a).\n"),
        ("link-syntax", "See [it](docs\\a).\n", "See [it](docs/a).\n"),
        ("link-syntax", "See ! [it](/a.png).\n", "See ![it](/a.png).\n"),
        ("undefined-reference", "[The setup][setpu]\n\n[setup]: /a\n", "[The setup][setup]\n\n[setup]: /a\n"),
        ("similar-letter", '{% hint type="nоte" %}\nx\n{% /hint %}\n', '{% hint type="note" %}\nx\n{% /hint %}\n'),
        ("similar-letter", "{% hіnt %}\nx\n{% /hint %}\n", "{% hint %}\nx\n{% /hint %}\n"),
        ("similar-letter", "See [it](/dоcs).\n", "See [it](/docs).\n"),
        ("invisible-character", "See [it](/do\u200bcs).\n", "See [it](/docs).\n"),
        ("invisible-character", "{% hi\u00adnt %}\nx\n{% /hint %}\n", "{% hint %}\nx\n{% /hint %}\n"),
    ],
)
def test_one_mistake_is_one_problem_with_a_fix(code: str, text: str, fixed: str) -> None:
    assert codes(text) == [code]
    check_fix(text, fixed)


@pytest.mark.parametrize(
    "text",
    [
        "#summer and #12\n",
        "#FIXME yagna - feedback in the note above\n",
        f"{TABLE}| **More** |\n| 3 | 4 |\n",
        "-5 degrees,\n-3 in the shade\n",
        "Use\n-v and\n-q.\n",
        "1.5 and\n2.0\n",
        "2 ** 8 and 3 * 4 and a footnote*\n",
        "**Bold *and emphasised*** text\n",
        "A bullet •  \n• with hard breaks  \n",
        "> ```sh\n> a\n> ```\n",
        "```sh\n# comment\n\nb\n```\n",
        "````md\n```js\nx\n```\n````\n",
        "a < b and <https://example.com>\n",
        "It returns a <div> element.\n",
        "|x| is the size of x\n",
        "Rows[i][j] and [a] (b), and (a)[1]\n",
        'See [it](https://example.com/a_(b) "A title").\n',
        "Сохраните работу, α and μm\n",
        '{% details summary="Подробности" %}\nx\n{% /details %}\n',
        "\\[Setup](/docs/setup) is written for [Setup](/docs/setup).\n",
        "See [https://example.com/a](https://example.com/a) and [https://example.com](docs/a#b).\n",
        "{% table %}\n- Wood\n- Price\n---\n- Elm\n- -\n---\n- Oak\n- 40\n{% /table %}\n",
        "{% table %}\n- Wood\n- Price\n- - -\n- Elm\n- 30\n{% /table %}\n",
    ],
)
def test_text_that_only_looks_similar(text: str) -> None:
    assert codes(text) == []


def test_a_merge_conflict_is_reported_once() -> None:
    check_problems("""
        <<<<<<< HEAD
        ^^^^^^^^^^^^ error[conflict-marker]
        One.
        =======
        Two.
        >>>>>>> main
    """)


def test_a_fence_that_swallows_a_closing_tag_is_one_problem() -> None:
    text = "{% hint %}\n```js\na();\n{% /hint %}\n"
    assert codes(text) == ["unclosed-fence"]
    check_fix(text, "{% hint %}\n```js\na();\n```\n{% /hint %}\n")


@pytest.mark.parametrize("text", ["Sad (´・ω・`) today.\n", "Tired ('A`)\n", "| a | b |\n|---|---|\n| `x | y` | z |\n"])
def test_a_tick_in_a_face_or_a_divided_cell_is_not_code(text: str) -> None:
    assert "emphasis-syntax" not in codes(text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("**[설치](/a)**로 시작\n", 11, "end no bold text: a letter is after them, and a punctuation mark before them"),
        (
            "次は**「命令」**と呼ぶ\n",
            3,
            "begin no bold text: a letter is before them, and a punctuation mark after them",
        ),
        ("次は**[取得](/a)**\n", 3, "begin no bold text: a letter is before them, and a punctuation mark after them"),
        (
            "It is**(now)** known.\n",
            6,
            "begin no bold text: a letter is before them, and a punctuation mark after them",
        ),
    ],
)
def test_asterisks_between_a_letter_and_a_punctuation_mark(text: str, column: int, message: str) -> None:
    [found] = check(page_of(text, plain()))
    assert (found.code, found.span.start + 1, found.fix) == ("emphasis-syntax", column, None)
    assert found.message == f"these asterisks {message}"


@pytest.mark.parametrize(
    "text",
    [
        "**(now)** it is\n",
        "It is **“now”**, then.\n",
        "2**3 and 4**5\n",
        "a**b**c\n",
        "r = (x-a)**2 + (y-b)**2 here\n",
        "m**(n+1) + k**(n)\n",
    ],
)
def test_asterisks_that_count_or_are_no_bold_text(text: str) -> None:
    assert codes(text) == []


def test_a_dash_may_begin_direct_speech() -> None:
    speech = "– Ahoj, jak se máš?\n– Dobře, děkuji.\n"
    assert codes(speech, plain()) == []
    assert codes(speech) == ["list-item-syntax"]


def test_italic_text_after_a_list() -> None:
    assert codes("- Oak\n- Ash\n\n*Dry boards* are sawn first.\n\n- Elm\n") == []
    assert codes("- Oak\n- Ash\n\n*Dry boards are sawn first.*\n") == []
    assert codes("* Oak\n* Ash\n\n*Elm boards\n") == ["list-item-syntax"]


def test_short_rows_that_follow_each_other() -> None:
    wide = "| Part | Wood | Width | Length |\n| --- | --- | --- | --- |\n"
    assert codes(f"{wide}| Leg | Oak |\n| Top | Ash |\n", plain()) == []
    assert codes(f"{wide}| Leg | Oak | 4 |\n| Top |\n", plain()) == []
    assert codes(f"{wide}| Leg | Oak | 4\n| 70 |\n", plain()) == ["table-row"]


def test_cells_that_are_left_out_at_the_end_of_a_row() -> None:
    assert codes(f"{TABLE}| 3 |\n", plain()) == []
    assert codes(f"{TABLE}| 3 | 4 | |\n", plain()) == []
    assert codes(f"{TABLE}| 3 |\n") == ["table-row"]
    assert codes(f"{TABLE}| \n") == []  # begun by Enter, and nothing is written in it yet
    assert codes(f"{TABLE}| 3 | 4 | 5 |\n", plain()) == ["table-row"]
    assert codes(f"{TABLE}| 3  4 |\n", plain()) == ["table-row"]
    assert codes(f"{TABLE}| 3 |\n| four,  five |\n", plain()) == []


def test_sentences_that_are_no_answer_of_a_chat() -> None:
    assert codes("Of course, there are exceptions:\n\n- one\n") == []
    assert codes("Here is the full list:\n\n- one\n") == []
    assert codes("Sure! Here is the updated page:\n\n# Mill\n") == ["foreign-markdown"]


def test_a_heading_in_a_line_of_text() -> None:
    assert codes("Start a section with two signs: ## Setup\n") == []
    assert codes("It works. ## Setup\n") == ["foreign-markdown"]


def test_code_that_begins_after_a_text() -> None:
    assert codes("Run this: ```sh\nmake\n\nls\n```\n\nIt works.\n") == ["fence-opening"]
    assert codes("Run this:\n* ```sh\n  make\n  ```\n", plain()) == []
    assert codes("1. ```sh\n   make\n   ```\n2. ```sh\n   ls\n   ```\n", plain()) == []
    assert codes("A code block begins with ```sh\n\n```sh\nmake\n```\n", plain()) == []


def test_a_drawing_of_boxes_is_no_table() -> None:
    assert codes("+-----+\n|     |\n| Mill |\n+-----+\n", plain()) == []
    assert codes("+-----+---+\n| Mill | 1 |\n|     |   |\n+-----+---+\n", plain()) == []
    assert codes("+-----+---+\n| Mill | 1 |\n+-----+---+\n| Sea | 2 |\n+-----+---+\n", plain()) == ["table-separator"]


def test_brackets_in_the_text_of_a_link() -> None:
    assert codes("See [the sample [Next.js]](https://example.com/a) or [[3]](#notes).\n", plain()) == []
    assert codes("See [the sample]](https://example.com/a).\n", plain()) == ["link-syntax"]


def test_marks_of_notes_and_usage_lines() -> None:
    assert codes("| A |\n| --- |\n| Price** |\n", plain()) == []
    assert codes("[file][options] and [a][b]\n\n[x]: /y\n", plain()) == []
    assert codes("See [setup][setpu].\n\n[setup]: /y\n", plain()) == ["undefined-reference"]
    assert codes("See [The file][options].\n\n[x]: /y\n", plain()) == ["undefined-reference"]


def test_words_that_linguists_reconstruct() -> None:
    assert codes("From **pent*- or **rajь*.\n", plain()) == []
    assert codes("**Save* it, **save it* now.\n", plain()) == ["emphasis-syntax", "emphasis-syntax"]


@pytest.mark.parametrize(
    "text",
    [
        "São Paulo, Âge, Ã, about 5 Â° of it: naïve.\n",
        "Write &amp;lt; for a sign, R&amp;D and C:\\new.\n",
        "```\na\n\n```\n",
        "It is ~5 km, ~~old~~ and a~~b.\n",
        "1. Oak\n\n1984. It was good.\n",
        "See (the notes) (below) and f(a)(b), {a}(b).\n",
        "A list [a] (b) and [x](https://example.com/a_(b)).\n",
        "Read ([a](/a)) and ([b](/b), [c](/c)).\n",
        "See [[1](https://example.com)].\n",
        "[a](/a \"A title\") and [b](/b 'x').\n",
        "The table |a|b| has a | b.\n\n---\n\nText.\n",
        "| A | B |\n|---|---|\n| 1 | `a || b` |\n",
        "It costs || or a || b || c.\n",
    ],
)
def test_text_that_only_looks_damaged(text: str) -> None:
    assert [each for each in codes(text) if each not in ("table-row", "broken-link")] == []


def test_code_in_a_wiki_link_stays() -> None:
    check_fix("See [[/a|`it` now]].\n", "See [`it` now](/a).\n")


def test_a_variable_with_two_meanings_has_no_safe_fix() -> None:
    page = page_of("---\ntitle: A\n---\n\nThis is {{ page.title }}.\n")
    assert [each.fix and each.fix.applicability for each in check(page)] == ["unsafe"]
