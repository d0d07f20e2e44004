"""From a reference to a definition: local, then the user's registry, then remote registries.

A local definition has one version; if it is not in the range, the search goes on. One that exists but is invalid is an error, not
a reason to use another one. In the user's registry the highest version in the range counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from refrakt.plugins import RefraktError
from refrakt.plugins.message_quoting import quoted
from refrakt_forge.config.settings import ForgeConfig
from refrakt_forge.documents.problem import DefinitionProblem
from refrakt_forge.documents.read_document import read_document
from refrakt_forge.documents.source_document import SourceDocument
from refrakt_forge.errors import ErrorCode, forge_error
from refrakt_forge.index.definition_index import DefinitionIndex
from refrakt_forge.index.entries import DefinitionFile
from refrakt_forge.limits import INHERITANCE_DEPTH
from refrakt_forge.names import TIERS, DefinitionReference, Kind, Tier, parse_reference
from refrakt_forge.resolution.merge import merged
from refrakt_forge.resolution.resolved import FlattenedDefinition, ResolvedDefinition
from refrakt_forge.validation.validate import ANY_FIELD, field_errors
from refrakt_forge.versions import highest, is_version, newest_first, satisfies

if TYPE_CHECKING:
    from refrakt_forge.registries.registry import Registry, RemoteDefinition

NOT_FOUND: dict[Kind, ErrorCode] = {"agent": "AGENT_NOT_FOUND", "tool": "TOOL_NOT_FOUND"}
_MOST_ERRORS = 50


class Resolver:
    """Resolves the references of one call; `registries` are opened when they are first needed."""

    def __init__(
        self, index: DefinitionIndex, config: ForgeConfig, registries: Callable[[], tuple[Registry, ...]]
    ) -> None:
        self._index = index
        self._config = config
        self._registries = registries

    # One definition ---------------------------------------------------------------------------------------------------

    def resolve(self, kind: Kind, reference: DefinitionReference, tiers: Sequence[Tier] = TIERS) -> ResolvedDefinition:
        """The definition of a reference. `RefraktError` if there is none, or if it is invalid."""
        file = self.installed_file(kind, reference, tiers)
        if file is not None:
            return self.load(file)
        remote = self._remote(kind, reference) if "stockyard" in tiers and self._config.stockyard else None
        if remote is not None:
            return remote
        raise self.not_found(kind, reference, tiers)

    def installed_file(
        self, kind: Kind, reference: DefinitionReference, tiers: Sequence[Tier] = TIERS
    ) -> DefinitionFile | None:
        """The file of a reference in the project or in the user's registry. It need not be valid."""
        files = self._index.of_name(kind, reference.name, reference.plugin)
        for tier in ("local", "global"):
            if tier in tiers:
                found = self.matching([each for each in files if each.tier == tier], reference.range)
                if found is not None:
                    return found
        return None

    def matching(self, files: Sequence[DefinitionFile], range: str) -> DefinitionFile | None:
        """The file for a range among those of one name and tier; an invalid local one counts for every range."""
        if not files:
            return None
        if files[0].tier == "local":
            return next(
                (each for each in files if not self.is_valid(each) or satisfies(self.version(each), range)), None
            )
        by_version: dict[str, DefinitionFile] = {}
        for each in files:
            by_version.setdefault(each.folder_version or self.version(each), each)
        best = highest(by_version, range)
        return by_version[best] if best is not None else None

    def version(self, file: DefinitionFile) -> str:
        """The version in a file; empty if it has none."""
        value = self._index.texts.derived(file.path, "version", _version)
        return value if isinstance(value, str) else ""

    def errors(self, file: DefinitionFile) -> list[DefinitionProblem]:
        """The errors of a file alone; a base may supply what it does not have."""
        name = f"errors of {file.kind}"
        found: list[DefinitionProblem] = self._index.texts.derived(
            file.path, name, lambda document: own_errors(file.kind, document)
        )
        return found

    def is_valid(self, file: DefinitionFile) -> bool:
        return not self.errors(file)

    def load(self, file: DefinitionFile) -> ResolvedDefinition:
        """The definition in a file. `RefraktError` with VALIDATION_ERROR if it is invalid."""
        document, errors = self._index.document(file), self.errors(file)
        shown = self._index.display(file.path)
        if errors:
            raise invalid_definition(file.kind, file.name, shown, errors)
        data = definition_data(file.kind, document)
        return ResolvedDefinition(
            file.kind, file.name, data["version"], file.tier, file.path, shown, document, data, file.plugin
        )

    def versions(self, kind: Kind, name: str) -> list[str]:
        """The versions of a name that are installed, the newest first."""
        return newest_first(filter(is_version, (self.known_version(each) for each in self._index.of_name(kind, name))))

    def known_version(self, file: DefinitionFile) -> str:
        """The version of a file: that of its path, else that in it."""
        return file.folder_version or self.version(file)

    def _remote(self, kind: Kind, reference: DefinitionReference) -> ResolvedDefinition | None:
        failure: RefraktError | None = None
        for registry in self._registries():
            try:
                best = highest(registry.versions(kind, reference.name), reference.range)
                found = registry.definition(kind, reference.name, best) if best is not None else None
            except RefraktError as error:
                failure = failure or error
                continue
            if found is not None:
                return remote_definition(found)
        if failure is not None:
            raise failure
        return None

    def not_found(self, kind: Kind, reference: DefinitionReference, tiers: Sequence[Tier]) -> RefraktError:
        """The error of a reference to nothing in these tiers."""
        searched = [each for each in tiers if self._is_searched(each)]
        files = [each for each in self._index.of_name(kind, reference.name, reference.plugin) if each.tier in searched]
        registries = [each.name for each in self._config.enabled_registries] if "stockyard" in searched else []
        available = newest_first(filter(is_version, map(self.known_version, files)))
        about = f" in version {quoted(reference.range, 60)}" if available else ""
        return forge_error(
            NOT_FOUND[kind],
            f"{kind} {quoted(reference.qualified_name)} not found{about}",
            "check the spelling of the name" if searched else f"none of the sources is enabled: {', '.join(tiers)}",
            f"list the known ones with `{{command:forge.{kind}_list}}`",
            details={
                "name": reference.name,
                "versionRange": reference.range,
                "searched": searched,
                "searchedRegistries": [*(each for each in searched if each != "stockyard"), *registries],
                **({"availableVersions": available} if available else {}),
            },
        )

    def _is_searched(self, tier: Tier) -> bool:
        return {"local": self._config.local, "global": self._config.global_, "stockyard": self._config.stockyard}[tier]

    # Inheritance ------------------------------------------------------------------------------------------------------

    def flatten(self, definition: ResolvedDefinition, tiers: Sequence[Tier] = TIERS) -> FlattenedDefinition:
        """The definition with everything it inherits. `RefraktError` with DEPENDENCY_ERROR if a base is missing or circular."""
        chain = [definition]
        while isinstance(chain[-1].data.get("extends"), str):
            chain.append(self._base(chain, tiers))
        data = {key: value for key, value in chain[-1].data.items() if key != "extends"}
        for each in reversed(chain[:-1]):
            data = merged(each.kind, data, each.data)
        if len(chain) > 1:
            inherited = frozenset(data)
            errors = field_errors(definition.kind, definition.document, inherited)
            if errors:
                raise invalid_definition(definition.kind, definition.name, definition.shown_path, errors)
        return FlattenedDefinition(definition, data, tuple(chain[1:]))

    def _base(self, chain: list[ResolvedDefinition], tiers: Sequence[Tier]) -> ResolvedDefinition:
        child, text = chain[-1], chain[-1].data["extends"]
        if len(chain) > INHERITANCE_DEPTH:
            message = f"{child.kind} {quoted(chain[0].name)} inherits over more than {INHERITANCE_DEPTH} levels"
            raise forge_error("DEPENDENCY_ERROR", message, "shorten the chain of `extends`")
        try:
            base = self.resolve(child.kind, parse_reference(text), tiers)
        except RefraktError as error:
            if error.code != NOT_FOUND[child.kind]:
                raise
            raise forge_error(
                "DEPENDENCY_ERROR",
                f"{child.kind} {quoted(child.name)} extends {quoted(text)}, which is not found",
                "install the base, or correct `extends`",
                details={"name": child.name, "missing": text},
            ) from None
        names = [each.name for each in chain]
        if any((each.path, each.shown_path) == (base.path, base.shown_path) for each in chain):
            cycle = [*names[names.index(base.name) :], base.name]
            raise forge_error(
                "DEPENDENCY_ERROR",
                f"{child.kind} {quoted(chain[0].name)} inherits from itself",
                "remove one `extends` of the cycle",
                details={"cycle": cycle},
            )
        return base


def _version(document: SourceDocument) -> Any:
    node = document.root.get("version") if document.root is not None else None
    return node.value if node is not None else None


def own_errors(kind: Kind, document: SourceDocument) -> list[DefinitionProblem]:
    """The errors of a document, without fields that a base may supply."""
    extends = document.root.get("extends") if document.root is not None else None
    inherits = extends is not None and isinstance(extends.value, str)
    return field_errors(kind, document, ANY_FIELD if inherits else ())


def definition_data(kind: Kind, document: SourceDocument) -> dict[str, Any]:
    """The data of a document; the body of a Markdown file is the prompt of an agent, or the long description of a tool."""
    data = document.data
    if document.body:
        data["system_prompt" if kind == "agent" else "extended_description"] = document.body
    return data


def invalid_definition(kind: Kind, name: str, path: str, errors: Sequence[DefinitionProblem]) -> RefraktError:
    """The error of a definition that exists and cannot be used."""
    return forge_error(
        "VALIDATION_ERROR",
        f"{kind} {quoted(name)} is invalid: {errors[0].message}",
        f"see all problems with `{{command:forge.{kind}_validate}}`",
        details={"name": name, "path": path, "errors": [each.as_json(severity=True) for each in errors[:_MOST_ERRORS]]},
    )


def remote_definition(found: RemoteDefinition) -> ResolvedDefinition:
    """A definition from a registry. `RefraktError` with VALIDATION_ERROR if it is invalid."""
    document = read_document(found.text, found.format)
    errors = own_errors(found.kind, document)
    if errors:
        raise invalid_definition(found.kind, found.name, found.url, errors)
    data = definition_data(found.kind, document)
    return ResolvedDefinition(found.kind, found.name, data["version"], "stockyard", None, found.url, document, data)
