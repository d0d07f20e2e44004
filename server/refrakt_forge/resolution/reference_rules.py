"""Problems of the references in a definition: tools, bases and dependencies that are missing or circular.

They are looked up among the installed definitions only. If registries are used as well, a missing one may be there, so nothing is
reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt_forge.config.settings import ForgeConfig
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.documents.source_node import FieldPath, SourceNode
from refrakt_forge.index.definition_index import DefinitionIndex
from refrakt_forge.limits import INHERITANCE_DEPTH
from refrakt_forge.names import Kind, parse_reference
from refrakt_forge.resolution.resolver import Resolver
from refrakt_forge.validation.field_checks import FieldChecks


class ReferenceRules:
    """Checks the references of documents."""

    def __init__(self, index: DefinitionIndex, resolver: Resolver, config: ForgeConfig) -> None:
        self._index = index
        self._resolver = resolver
        self._silent = config.stockyard

    def problems(self, kind: Kind, document: SourceDocument) -> list[DefinitionProblem]:
        if document.root is None or self._silent:
            return []
        checks = FieldChecks(document.root)
        return checks.collected(lambda: self._check(checks, kind, document))

    def _check(self, checks: FieldChecks, kind: Kind, document: SourceDocument) -> None:
        if kind == "agent":
            self._check_list(checks, "tools", "W307", inline_tools(checks.root))
        else:
            self._check_list(checks, "depends_on", "W310", frozenset())
            self._check_dependency_cycle(checks, document)
        self._check_base(checks, kind, document)

    def _check_list(self, checks: FieldChecks, field: str, code: str, inline: frozenset[str]) -> None:
        node = checks.root.get(field)
        for n, each in enumerate(node.items if node is not None else ()):
            if isinstance(each.value, str) and parse_reference(each.value).name not in inline:
                self._check_reference(checks, "tool", each.value, (field, n), code)

    def _check_base(self, checks: FieldChecks, kind: Kind, document: SourceDocument) -> None:
        base = checks.value("extends")
        if (
            isinstance(base, str)
            and self._check_reference(checks, kind, base, ("extends",), "W308")
            and self._leads_back(kind, base, document, "extends")
        ):
            checks.report("W309", ("extends",), "the definition inherits from itself")

    def _check_dependency_cycle(self, checks: FieldChecks, document: SourceDocument) -> None:
        node = checks.root.get("depends_on")
        for n, each in enumerate(node.items if node is not None else ()):
            if isinstance(each.value, str) and self._leads_back("tool", each.value, document, "depends_on"):
                checks.report("W309", ("depends_on", n), "the tool depends on itself")

    def _check_reference(self, checks: FieldChecks, kind: Kind, text: str, path: FieldPath, code: str) -> bool:
        reference = parse_reference(text)
        if self._resolver.installed_file(kind, reference) is not None:
            return True
        if self._index.of_name(kind, reference.name, reference.plugin):
            message = f"no installed version of {kind} {quoted(reference.name, 60)} is in the range"
            versions = self._resolver.versions(kind, reference.name)
            checks.report(code, path, message, [f"{reference.name}@{each}" for each in versions])
        else:
            known = (each.name for each in self._index.files(kind) if reference.plugin in (None, each.plugin))
            likely = nearest(reference.name, list(dict.fromkeys(known)))
            message = f"unknown {kind} {quoted(reference.qualified_name, 60)}{did_you_mean(likely)}"
            checks.report(code, path, message, likely)
        return False

    def _leads_back(self, kind: Kind, text: str, document: SourceDocument, field: str) -> bool:
        """Whether a reference leads over a field to the document itself, and not to another version of its name."""
        pending, seen = [text], set[Path]()
        while pending and len(seen) < INHERITANCE_DEPTH * 4:
            file = self._resolver.installed_file(kind, parse_reference(pending.pop()))
            if file is None or file.path in seen:
                continue
            seen.add(file.path)
            found = self._index.document(file)
            if found.text == document.text:
                return True
            pending.extend(_references(found, field))
        return False


def inline_tools(root: SourceNode) -> frozenset[str]:
    """The names of the tools that an agent defines itself."""
    custom = root.get("custom_tools")
    names = (each.get("name") for each in custom.items) if custom is not None else ()
    return frozenset(each.value for each in names if each is not None and isinstance(each.value, str))


def _references(document: SourceDocument, field: str) -> Iterator[str]:
    node = document.root.get(field) if document.root is not None else None
    for each in (node, *node.items) if node is not None else ():
        if isinstance(each.value, str):
            yield each.value
