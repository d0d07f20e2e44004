"""An open file below `.fractary` with a cursor, and the answers of the provider for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any

from plan.plans import Buffers
from refrakt.plugins import CommandContext, CompletionItem, Fix, Location, Problem, SourceFile
from refrakt_forge.editor import ForgeFileProvider

from .forge_project import ForgeProject

CURSOR = "$0"
_MARK = re.compile(r"^( *)(\^+) (error|warning|info)\[(\w+)\]: (.*)$")
PROVIDER = ForgeFileProvider()


@dataclass
class OpenDefinition:
    """The text is that of the buffer; on disk it may be another one, or none."""

    root: Path
    name: str
    text: str
    offset: int = 0
    others: dict[str, str] = field(default_factory=dict)
    """Texts of other open buffers."""

    @property
    def file(self) -> SourceFile:
        return SourceFile(self.root / ".fractary" / self.name, self.text)

    @property
    def context(self) -> CommandContext:
        buffers = Buffers(self.root)
        for name, text in {self.name: self.text, **self.others}.items():
            buffers.open(self.root / ".fractary" / name, text)
        return CommandContext(self.root, {}, buffers)

    @property
    def problems(self) -> list[Problem]:
        return list(PROVIDER.problems(self.file, self.context))

    def request(self, name: str, *more: Any) -> Any:
        return getattr(PROVIDER, name)(self.file, self.offset, *more, self.context)

    @property
    def hover(self) -> str | None:
        found = self.request("hover")
        return found.markdown if found is not None else None

    @property
    def items(self) -> tuple[CompletionItem, ...]:
        found = self.request("complete")
        return found.items if found is not None else ()

    @property
    def labels(self) -> list[str]:
        return [each.label for each in self.items]

    def accepted(self, label: str) -> str:
        """The text after an item was accepted."""
        item = next(each for each in self.items if each.label == label)
        assert item.span.start <= self.offset <= item.span.end
        assert "\n" not in self.text[item.span.start : item.span.end]
        typed = self.text[item.span.start : self.offset]
        assert (item.filter_text or item.label).startswith(typed), "an editor would filter it out"
        return self.text[: item.span.start] + item.insert_text + self.text[item.span.end :]

    @property
    def lenses(self) -> list[str]:
        return [each.title for each in PROVIDER.code_lenses(self.file, self.context)]

    def texts_at(self, locations: Any) -> list[tuple[str, str]]:
        return [(each.path, self._text_of(each)) for each in locations]

    def _text_of(self, location: Location) -> str:
        text = self.context.files.read(self.root / location.path).text
        return text[location.span.start : location.span.end]


def open_definition(forge: ForgeProject, name: str, text: str, **others: str) -> OpenDefinition:
    """A file that is open with the cursor at `$0`."""
    (forge.root / ".fractary").mkdir(exist_ok=True)
    text = dedent(text).lstrip("\n")
    return OpenDefinition(forge.root, name, text.replace(CURSOR, "", 1), max(text.find(CURSOR), 0), others)


def check_problems(forge: ForgeProject, name: str, marked: str) -> OpenDefinition:
    """Compare the problems of a file with the marks below its lines: `^^^ error[E108]: message`."""
    lines: list[str] = []
    expected: list[tuple[int, int, int, str, str, str]] = []
    for line in dedent(marked).lstrip("\n").splitlines():
        mark = _MARK.match(line)
        if mark is None:
            lines.append(line)
        else:
            start = len(mark[1])
            expected.append((len(lines) - 1, start, start + len(mark[2]), mark[3], mark[4], mark[5]))
    opened = open_definition(forge, name, "\n".join(lines) + "\n")
    found = [
        (*_position(opened.text, each.span.start), _position(opened.text, each.span.end)[1], each.severity)
        + (each.code, each.message)
        for each in opened.problems
    ]
    assert sorted(found) == sorted(expected)
    return opened


def _position(text: str, offset: int) -> tuple[int, int]:
    before = text[:offset]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def fixed(opened: OpenDefinition, code: str) -> tuple[str, str]:
    """The applicability of the fix of a problem, and the text after it."""
    fix: Fix | None = next(each.fix for each in opened.problems if each.code == code)
    assert fix is not None
    text = opened.text
    for each in sorted(fix.edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: each.span.start] + each.new + text[each.span.end :]
    return fix.applicability, text
