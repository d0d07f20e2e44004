"""Runes that show files of the project: snippets and sandboxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pytest

from refrakt.runes.output.render_context import FileReadError, RenderContext

from .output_checks import output


@dataclass(frozen=True)
class Files:
    texts: Mapping[str, str]

    def read(self, path: str) -> str:
        if path not in self.texts:
            raise FileReadError(f"`{path}` does not exist")
        return self.texts[path]

    def list(self, folder: str) -> Sequence[str]:
        return [path.removeprefix(f"{folder}/") for path in self.texts if path.startswith(f"{folder}/")]


PUMP = Files({"firmware/pump.TS": "one\ntwo\nthree"})


def shown(attributes: str) -> tuple[str, list[str]]:
    context = RenderContext(files=PUMP)
    found = output(f"{{% snippet {attributes} /%}}", context)
    return found, [warning.message for warning in context.warnings]


def test_a_snippet_is_a_code_block_with_the_path_of_its_file() -> None:
    found, warnings = shown('path="firmware/pump.TS" highlight="2"')
    assert found.startswith(
        '<div class="rf-codeblock"><figure data-rune="snippet" class="rf-snippet" data-source-path="firmware/pump.TS">'
        '<pre data-language="typescript" data-source="firmware/pump.TS" data-highlight-lines="2">'
    )
    assert "one\ntwo\nthree</code></pre></figure></div>" in found
    assert not warnings


@pytest.mark.parametrize(
    ("lines", "expected"),
    [("2", "two"), ("2-3", "two\nthree"), ("2-", "two\nthree"), ("-2", "one\ntwo"), ("2-99", "two\nthree")],
)
def test_a_range_selects_lines(lines: str, expected: str) -> None:
    found, warnings = shown(f'path="firmware/pump.TS" lines="{lines}"')
    assert f">{expected}</code>" in found
    assert not warnings


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ('path="firmware/none.c"', "`firmware/none.c` does not exist"),
        ('path="firmware/pump.TS" lines="a-b"', "`a-b` is not a range of lines, such as 4-9"),
        ('path="firmware/pump.TS" lines="-"', "`-` is not a range of lines, such as 4-9"),
        ('path="firmware/pump.TS" lines="3-2"', "the range of lines `3-2` is empty"),
        ('path="firmware/pump.TS" lines="0"', "the range of lines `0` is empty"),
        ('path="firmware/pump.TS" lines="7"', "the file has only 3 lines, and the range is `7`"),
        ("", "a snippet needs the path of a file"),
    ],
)
def test_a_file_that_cannot_be_shown_is_explained_on_the_page(attributes: str, reason: str) -> None:
    found, warnings = shown(attributes)
    assert warnings == [reason]
    assert f"{reason}\n</code>" in found


def test_a_snippet_without_a_project_is_explained() -> None:
    context = RenderContext()
    output('{% snippet path="firmware/pump.TS" /%}', context)
    assert [warning.code for warning in context.warnings] == ["unreadable-file"]


BODY = '{% sandbox label="Dial" height="fill" data="type:page" data-limit=5 %}\n<b onclick="x()">hi</b>\n{% /sandbox %}'


def test_the_source_of_a_sandbox_is_text() -> None:
    found = output(BODY, RenderContext(trusted=True))
    source = "&lt;b onclick='x()'&gt;hi&lt;/b&gt;"
    assert found == (
        f'<rf-sandbox data-rune="sandbox" data-source-content="{source}" data-label="Dial" data-height="fill"'
        ' data-security-mode="trusted" data-allow-js="true" data-rf-query="type:page" data-rf-limit="5">'
        f'<template data-content="fallback"><pre data-language="html"><code data-language="html">{source}</code></pre></template>'
        f'<template data-content="source">{source}</template></rf-sandbox>'
    )


def test_sandboxes_of_untrusted_pages_may_not_run_scripts() -> None:
    assert 'data-security-mode="untrusted" data-allow-js="false"' in output(BODY)


def test_a_sandbox_joins_the_files_of_its_folder() -> None:
    files = Files(
        {
            "demos/dial/index.html": "<i>page</i>",
            "demos/dial/a.html": "other",
            "demos/dial/b.css": "b {}",
            "demos/dial/a.css": "a {}",
            "demos/dial/run.js": "run()",
            "demos/dial/wave.glsl-frag": "`${x}`",
            "demos/dial/notes.txt": "no",
        }
    )
    context = RenderContext(files=files, sandbox_folder="demos")
    found = output('{% sandbox src="dial" %}\n<u>body</u>\n{% /sandbox %}', context)
    content = (
        "&lt;div data-source='HTML'&gt;\n&lt;i&gt;page&lt;/i&gt;\n&lt;/div&gt;\n"
        "&lt;style data-source='CSS'&gt;\na {}\nb {}\n&lt;/style&gt;\n"
        "&lt;script data-source='JavaScript'&gt;\nconst FRAGMENT_SHADER = `\\`\\${x}\\``;\nrun()\n&lt;/script&gt;\n"
        "&lt;u&gt;body&lt;/u&gt;"
    )
    assert f'data-source-content="{content}"' in found
    origins = "HTML\tdial/index.html\nCSS\tdial/a.css, dial/b.css\nJavaScript\tdial/wave.glsl-frag, dial/run.js"
    assert f'data-source-origins="{origins}"' in found


def test_a_missing_folder_is_reported() -> None:
    context = RenderContext(files=Files({}))
    assert 'data-source-content=""' in output('{% sandbox src="dial" /%}', context)
    assert [warning.message for warning in context.warnings] == [
        "the folder `dial` of the sandbox does not exist or is empty"
    ]


def test_a_snippet_in_a_preview_is_its_source() -> None:
    found = output(
        '{% preview %}\n{% snippet path="firmware/pump.TS" lines="1" /%}\n\nShown\n{% /preview %}',
        RenderContext(files=PUMP),
    )
    assert (
        '<pre data-language="typescript" data-name="source"><code data-language="typescript">one</code></pre>' in found
    )
    assert "<figure" not in found
