"""The source of a sandbox that consists of files in a folder: HTML, styles, scripts, drawings and shaders.

The parts are joined to one document with an annotation of the file each part comes from, so that a reader can look at the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from refrakt.runes.output.render_context import FileReadError, RenderFiles

INDEX = "index.html"
_SHADERS = {".glsl-vert": "VERTEX_SHADER", ".glsl-frag": "FRAGMENT_SHADER"}


@dataclass(frozen=True, slots=True)
class SandboxSource:
    content: str = ""
    origins: tuple[str, ...] = ()
    """For each part, its label and the files it comes from, separated by a tab."""


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    text: str


def folder_source(files: RenderFiles, folder: str, name: str) -> SandboxSource:
    """Join the files of a folder; `name` is the folder as the page names it. Raises `FileReadError`."""
    path = f"{folder.rstrip('/')}/{name}" if folder else name
    names = sorted(files.list(path))
    if not names:
        raise FileReadError(f"the folder `{name}` of the sandbox does not exist or is empty")

    def read(ending: str) -> list[_File]:
        return [_File(f"{name}/{each}", files.read(f"{path}/{each}")) for each in names if each.endswith(ending)]

    return _joined(name, read)


def _joined(name: str, read: Callable[[str], list[_File]]) -> SandboxSource:
    pages = read(".html")
    page = [each for each in pages if each.name == f"{name}/{INDEX}"][:1] or pages[:1]
    styles, scripts, drawings = read(".css"), read(".js"), read(".svg")
    shaders = [(constant, each) for ending, constant in _SHADERS.items() for each in read(ending)[:1]]
    markup = _text([*page, *drawings])
    script = "".join(f"const {constant} = `{_escaped(each.text)}`;\n" for constant, each in shaders) + _text(scripts)
    parts = (
        ("HTML", "div", markup, page),
        ("CSS", "style", _text(styles), styles),
        ("JavaScript", "script", script, [*(each for _, each in shaders), *scripts]),
    )
    if not any(text for _, _, text, _ in parts):
        raise FileReadError(f"the folder `{name}` of the sandbox has no HTML, CSS or JavaScript")
    return SandboxSource(
        "\n".join(f'<{tag} data-source="{label}">\n{text}\n</{tag}>' for label, tag, text, _ in parts if text),
        tuple(f"{label}\t{', '.join(each.name for each in used)}" for label, _, text, used in parts if text and used),
    )


def _text(files: Iterable[_File]) -> str:
    return "\n".join(each.text for each in files)


def _escaped(text: str) -> str:
    """A text in a template literal of JavaScript."""
    return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
