"""Problems of the references in a definition: tools, bases and dependencies that are missing or circular.

They are looked up among the installed definitions only. If registries are used as well, a missing one may be there, so nothing is
reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.plugins.message_quoting import quoted
from refrakt.plugins.name_suggestion import did_you_mean, nearest
from refrakt_forge.config.settings import ForgeConfig
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.index.definition_index import DefinitionIndex
from refrakt_forge.limits import INHERITANCE_DEPTH
from refrakt_forge.names import Kind, parse_reference
from refrakt_forge.resolution.resolver import Resolver
from refrakt_forge.validation.field_checks import FieldChecks, Path


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
        return checks.collected(lambda: self._check(checks, kind))

    def _check(self, checks: FieldChecks, kind: Kind) -> None:
        if kind == "agent":
            custom = checks.root.get("custom_tools")
            inline = {each.get("name").value for each in custom.items if each.get("name")} if custom else set()  # type: ignore[union-attr]
            self._check_list(checks, "tools", "W307", inline)
        else:
            self._check_list(checks, "depends_on", "W310", set())
            self._check_dependency_cycle(checks)
        self._check_base(checks, kind)

    def _check_list(self, checks: FieldChecks, field: str, code: str, inline: set[object]) -> None:
        node = checks.root.get(field)
        for n, each in enumerate(node.items if node is not None else ()):
            if isinstance(each.value, str) and parse_reference(each.value).name not in inline:
                self._check_reference(checks, "tool", each.value, (field, n), code)

    def _check_base(self, checks: FieldChecks, kind: Kind) -> None:
        base = checks.value("extends")
        if not isinstance(base, str):
            return
        if self._check_reference(checks, kind, base, ("extends",), "W308"):
            name = checks.value("name")
            if isinstance(name, str) and self._reaches(kind, base, name, "extends"):
                checks.report("W309", ("extends",), "the definition inherits from itself")

    def _check_dependency_cycle(self, checks: FieldChecks) -> None:
        name, node = checks.value("name"), checks.root.get("depends_on")
        for n, each in enumerate(node.items if node is not None else ()):
            if (
                isinstance(each.value, str)
                and isinstance(name, str)
                and self._reaches("tool", each.value, name, "depends_on")
            ):
                checks.report("W309", ("depends_on", n), "the tool depends on itself")

    def _check_reference(self, checks: FieldChecks, kind: Kind, text: str, path: Path, code: str) -> bool:
        reference = parse_reference(text)
        if self._resolver.installed_file(kind, reference) is not None:
            return True
        if self._index.of_name(kind, reference.name, reference.plugin):
            message = f"no installed version of {kind} {quoted(reference.name, 60)} is in the range"
            checks.report(
                code, path, message, [f"{reference.name}@{each}" for each in self._versions(kind, reference.name)]
            )
        else:
            likely = nearest(reference.name, [each.name for each in self._index.files(kind)])
            checks.report(code, path, f"unknown {kind} {quoted(reference.name, 60)}{did_you_mean(likely)}", likely)
        return False

    def _versions(self, kind: Kind, name: str) -> list[str]:
        return self._resolver.versions(kind, name)

    def _reaches(self, kind: Kind, text: str, name: str, field: str) -> bool:
        """Whether a definition leads back to a name over a field."""
        pending, seen = [parse_reference(text).name], set[str]()
        while pending and len(seen) < INHERITANCE_DEPTH * 4:
            here = pending.pop()
            if here == name:
                return True
            if here not in seen:
                seen.add(here)
                pending.extend(self._next(kind, here, field))
        return False

    def _next(self, kind: Kind, name: str, field: str) -> Iterator[str]:
        for file in self._index.of_name(kind, name)[:1]:
            node = self._index.document(file).root
            found = node.get(field) if node is not None else None
            for each in [found, *found.items] if found is not None else []:
                if isinstance(each.value, str):
                    yield parse_reference(each.value).name
