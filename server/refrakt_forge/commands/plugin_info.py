"""`info`: one plugin, as it is installed or as a registry offers it."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.plugins import RefraktError
from refrakt.plugins.message_quoting import quoted
from refrakt_forge.commands.installed_plugins import InstalledManifest, installed_manifests
from refrakt_forge.contract.plugins import PluginInfoInput
from refrakt_forge.definitions.plugin_manifest import COMPONENT_KINDS, PluginManifest
from refrakt_forge.errors import forge_error
from refrakt_forge.names import LATEST, checked_plugin_name
from refrakt_forge.registries.ask_registries import ask_registries
from refrakt_forge.registries.registry import RegistryWarning
from refrakt_forge.registries.registry_index import wanted_version
from refrakt_forge.schemas import Json, without_empty
from refrakt_forge.versions import newest_first, satisfies
from refrakt_forge.workspace import Forge


def plugin_info(forge: Forge, query: PluginInfoInput) -> Json:
    """A plugin and its components. `RefraktError` with PLUGIN_NOT_FOUND if it does not exist in this version."""
    name = checked_plugin_name(query.plugin)
    installed = [each for each in installed_manifests(forge) if name in (each.name, each.plugin.name)]
    return _remote(forge, name, query.version, installed) if query.remote else _local(forge, name, query, installed)


def _local(forge: Forge, name: str, query: PluginInfoInput, installed: list[InstalledManifest]) -> Json:
    for each in installed:
        if each.manifest is None:
            raise forge_error(
                "VALIDATION_ERROR",
                f"plugin {quoted(name)} has an {each.error}",
                "correct the manifest",
                details={"plugin": name, "path": forge.display(each.plugin.manifest)},
            )
        if query.version in (None, LATEST) or satisfies(each.version, query.version or ""):
            return _described(forge, each.manifest, each.name, each)
    versions = newest_first(each.version for each in installed)
    raise _not_found(name, query.version, ["local", "global"], versions, "pass `{option:remote}` to ask the registries")


def _remote(forge: Forge, name: str, version: str | None, installed: list[InstalledManifest]) -> Json:
    answers = ask_registries(forge.registries, lambda each: each.plugin_versions(name))
    answers.raise_if_all_failed()
    available = newest_first(each for _, versions in answers.found for each in versions)
    warnings: list[RegistryWarning] = []
    failure: RefraktError | None = None
    for registry, versions in answers.found:
        wanted = wanted_version(versions, None if version == LATEST else version)
        if wanted is None:
            continue
        try:
            manifest = registry.plugin_manifest(name, wanted)
        except RefraktError as error:
            if error.code == "INTEGRITY_ERROR":
                raise
            failure = failure or error
            warnings.append(RegistryWarning(registry.settings.name, error.code, error.message))
            continue
        if manifest is not None:
            unusual = dict.fromkeys((*answers.warnings, *registry.warnings(), *warnings))
            described = _described(forge, manifest, name, next(iter(installed), None))
            more = {"availableVersions": available, "warnings": [each.as_json() for each in unusual] or None}
            return without_empty(**described, **more)
    if failure is not None:
        raise failure
    asked = [each.settings.name for each in forge.registries]
    failed = [each.settings.name for each, _ in answers.failures]
    raise _not_found(name, version, asked, available, "check the spelling of the name", failed)


def _described(forge: Forge, manifest: PluginManifest, name: str, installed: InstalledManifest | None) -> Json:
    components: Json = {kind: [each.name for each in manifest.components.get(kind, ())] for kind in COMPONENT_KINDS}
    if not components["templates"]:
        del components["templates"]
    return without_empty(
        name=name,
        version=manifest.version,
        description=manifest.description,
        author=manifest.author,
        license=manifest.license,
        homepage=manifest.homepage,
        repository=manifest.repository,
        keywords=list(manifest.keywords) or None,
        components=components,
        dependencies=dict(manifest.dependencies) if manifest.dependencies is not None else None,
        installed={
            "scope": installed.plugin.scope,
            "path": forge.display(installed.plugin.folder),
            "installedVersion": installed.version,
        }
        if installed is not None
        else None,
    )


def _not_found(
    name: str,
    version: str | None,
    searched: list[str],
    available: list[str],
    suggestion: str,
    failed: Iterable[str] = (),
) -> RefraktError:
    """The error of a plugin that does not exist, or not in this version."""
    if available and version is not None:
        message = f"plugin {quoted(name)} has no version {quoted(version, 60)}"
    else:
        message = f"plugin {quoted(name)} not found in {', '.join(searched) or 'any registry'}"
    return forge_error(
        "PLUGIN_NOT_FOUND",
        message,
        suggestion,
        "find plugins with `{command:forge.search}`",
        "see which registries are configured with `{command:forge.registry_list}`",
        details=without_empty(
            plugin=name,
            version=version,
            searchedRegistries=searched,
            availableVersions=available,
            failedRegistries=list(failed) or None,
        ),
    )
