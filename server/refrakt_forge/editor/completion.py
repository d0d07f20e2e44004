"""Completion: keys, values, agents, tools, versions and names of registries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from refrakt.plugins import CommandContext, CompletionItem, CompletionList, SourceFile, Span
from refrakt.plugins.message_quoting import one_line
from refrakt_forge.editor.cursor import Cursor
from refrakt_forge.editor.cursor_at import cursor_at
from refrakt_forge.editor.format_field import FormatField, field_at
from refrakt_forge.editor.hover import definition_card, field_summary
from refrakt_forge.editor.registry_names import registry_names
from refrakt_forge.editor.request import FileRequest, file_request
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.names import Kind, parse_reference
from refrakt_forge.versions import newest_first

_UNQUOTED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./@:^~")
"""Characters of texts that need no quotes in YAML, unless the first one is special."""
_MAX_DETAIL = 100


def complete(file: SourceFile, offset: int, context: CommandContext) -> CompletionList | None:
    request = file_request(file, context)
    if request is None or request.role.name == "lockfile":
        return None
    cursor = cursor_at(file.text, request.format, offset)
    field = field_at(request.role.fields, cursor.path) if cursor is not None else None
    if cursor is None or field is None:
        return None
    items = tuple(_Completion(request, cursor, file.text, offset).items(field))
    return CompletionList(items, exclusive=True) if items else None


@dataclass(frozen=True, slots=True)
class _Completion:
    request: FileRequest
    cursor: Cursor
    text: str
    offset: int

    def items(self, field: FormatField) -> Iterator[CompletionItem]:
        if self.cursor.role == "key":
            if field.items is not None and self.cursor.style == "block":
                yield from self._values(field.items, "- ")
            else:
                yield from self._keys(field)
        elif field.fields and self.cursor.role == "item" and self.cursor.style == "block":
            yield from self._keys(field)
        else:
            yield from self._values(field)

    # Keys -------------------------------------------------------------------------------------------------------------

    def _keys(self, field: FormatField) -> Iterator[CompletionItem]:
        for name, each in field.fields.items():
            if name not in self.cursor.siblings:
                yield self._key(name, each)

    def _key(self, name: str, field: FormatField) -> CompletionItem:
        cursor = self.cursor
        quote = '"' if cursor.style == "json" else cursor.quote
        plain = f"{quote}{name}{quote}"
        snippet = ""
        if not cursor.has_colon:
            plain += ": "
            snippet = self._snippet(f"{quote}{name}{quote}", field)
        return CompletionItem(
            name,
            "attribute",
            self._span,
            snippet or plain,
            is_snippet=bool(snippet),
            plain_text=plain,
            detail=field.type_text.replace("`", ""),
            documentation=partial(_field_text, field, name),
            sort_text=f"{0 if field.required else 1}{name}",
            filter_text=plain.removesuffix(": "),
        )

    def _snippet(self, key: str, field: FormatField) -> str:
        """The key of a mapping or list in block style, with the cursor where its content starts."""
        escaped = key.replace("\\", "\\\\").replace("$", "\\$")
        if self.cursor.style == "json":
            bracket = {"mapping": "{$0}", "list": "[$0]"}.get(field.type)
            return f"{escaped}: {bracket}" if bracket else ""
        if self.cursor.style == "flow" or field.type not in ("mapping", "list"):
            return ""
        start = f"\n{self.cursor.indentation}  "
        return f"{escaped}:{start}{'- ' if field.type == 'list' else ''}$0"

    # Values -----------------------------------------------------------------------------------------------------------

    def _values(self, field: FormatField, before: str = "") -> Iterator[CompletionItem]:
        if field.type == "true or false":
            for each in ("true", "false"):
                yield self._value(each, before, is_text=False)
        for each in field.values or field.suggestions:
            yield self._value(each, before)
        if field.is_registry:
            for each in registry_names(self.request):
                yield self._value(each, before)
        if field.refers_to is not None:
            yield from self._references(field.refers_to, before)

    def _value(
        self,
        text: str,
        before: str = "",
        detail: str = "",
        sort: str = "",
        file: DefinitionFile | None = None,
        is_text: bool = True,
    ) -> CompletionItem:
        cursor = self.cursor
        quote = cursor.quote or ('"' if is_text and (cursor.style == "json" or not _is_plain(text)) else "")
        lead = " " if cursor.needs_space else ""
        about = partial(_card, self.request, file) if file is not None else None
        return CompletionItem(
            text,
            "value" if file is None else "entity",
            self._span,
            f"{lead}{before}{quote}{text}{quote}",
            detail=detail,
            documentation=about,
            sort_text=sort,
            filter_text=f"{cursor.quote}{text}",
        )

    def _references(self, kind: Kind, before: str) -> Iterator[CompletionItem]:
        written = self.text[self.cursor.span.start : self.offset].lstrip("\"'")
        name, at, _ = written[1:].partition("@")
        if at:
            yield from self._versions(kind, written[:1] + name, before)
            return
        own = self.request.definition
        seen: set[str] = set()
        for file in self.request.forge.index.files(kind):
            if file.name not in seen and (own is None or file.path != own.path):
                seen.add(file.name)
                detail = f"{file.kind}, {file.tier}" + (f", {file.plugin}" if file.plugin else "")
                yield self._value(file.name, before, one_line(detail, _MAX_DETAIL), file=file)

    def _versions(self, kind: Kind, text: str, before: str) -> Iterator[CompletionItem]:
        """The installed versions of a name, each as a range of compatible ones and exactly; the newest first."""
        reference = parse_reference(text)
        resolver = self.request.forge.resolver
        found = self.request.forge.index.of_name(kind, reference.name, reference.plugin)
        newest = newest_first(each for each in map(resolver.known_version, found) if each)
        versions = sorted(newest, key=lambda each: "-" in each)  # pre-releases last
        for number, version in enumerate(versions):
            yield self._value(f"{text}@^{version}", before, "compatible versions", f"{number:04}0")
            yield self._value(f"{text}@{version}", before, "exactly this version", f"{number:04}1")

    @property
    def _span(self) -> Span:
        return self.cursor.span


def _is_plain(text: str) -> bool:
    return bool(text) and text[0].isalnum() and _UNQUOTED.issuperset(text) and text not in ("true", "false", "null")


def _field_text(field: FormatField, name: str) -> str:
    return f"{field_summary(field, (name,))}\n\n{field.doc}\n"


def _card(request: FileRequest, file: DefinitionFile) -> str:
    return "\n\n".join(definition_card(request.forge, file)) + "\n"
