"""A registry of type `stockyard`: a REST API with agents and tools, and with plugins where it has them.

| request                                   | answer                                                              |
| ----------------------------------------- | ------------------------------------------------------------------- |
| `/api/v1/search?q&type&page&pageSize`     | `results` with name, version and description; `total`               |
| `/api/v1/agents/NAME/metadata`            | `versions`, each with `version` and possibly `checksum`; `latest`   |
| `/api/v1/agents/NAME/versions/VERSION`    | the definition as JSON                                              |

Tools are at `tools`, plugins at `plugins`; a plugin's version is its manifest.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

from refrakt.plugins import RefraktError
from refrakt_forge.config.redaction import shown_url
from refrakt_forge.config.settings import RegistrySettings
from refrakt_forge.definitions.plugin_manifest import PluginManifest, manifest_from
from refrakt_forge.limits import DEFINITION_BYTES, INDEX_ENTRIES, MANIFEST_BYTES
from refrakt_forge.names import NAME_PATTERNS, Kind
from refrakt_forge.registries.answer_texts import limited_manifest, shown_text, tags
from refrakt_forge.registries.cached_answers import CachedAnswers
from refrakt_forge.registries.network_errors import status_error
from refrakt_forge.registries.registry import RegistryPlugin, RegistryWarning, RemoteComponent, RemoteDefinition
from refrakt_forge.registries.registry_index import has_tag, plugin_entry, wanted_version
from refrakt_forge.versions import is_version

API = "/api/v1"
PAGE_SIZE = 100
MOST_PAGES = 10
Json = Mapping[str, Any]


class StockyardRegistry:
    def __init__(self, settings: RegistrySettings, answers: CachedAnswers) -> None:
        self._settings = settings
        self._answers = answers
        self._api = api_url(settings.url)

    @property
    def settings(self) -> RegistrySettings:
        return self._settings

    def warnings(self) -> tuple[RegistryWarning, ...]:
        return self._answers.warnings

    def search(self, query: str, tags: Sequence[str] = ()) -> tuple[RegistryPlugin, ...]:
        rows = self._results("plugin", query)
        found = (plugin_entry(each, self._settings.name) for each in rows)
        return tuple(each for each in found if each is not None and has_tag(each.tags, tags))

    def plugin_versions(self, name: str) -> tuple[str, ...]:
        return tuple(self._versions("plugins", name))

    def plugin_manifest(self, name: str, version: str | None = None) -> PluginManifest | None:
        versions = self._versions("plugins", name)
        wanted = wanted_version(versions, version)
        data = self._version("plugins", name, wanted, versions[wanted]) if wanted is not None else None
        return manifest_from(data) if data is not None else None

    def components(self, kind: Kind) -> tuple[RemoteComponent, ...]:
        return tuple(
            RemoteComponent(
                kind,
                each["name"],
                each["version"],
                self._settings.name,
                shown_url(self._url(f"{kind}s", each["name"])),
                shown_text(each.get("description")),
                tags(each.get("tags")),
            )
            for each in self._results(kind, "")
            if _is_component(kind, each)
        )

    def versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        return tuple(self._versions(f"{kind}s", name))

    def cached_versions(self, kind: Kind, name: str) -> tuple[str, ...]:
        try:
            return StockyardRegistry(self._settings, self._answers.offline()).versions(kind, name)
        except RefraktError:
            return ()

    def definition(self, kind: Kind, name: str, version: str) -> RemoteDefinition | None:
        versions = self._versions(f"{kind}s", name)
        data = self._version(f"{kind}s", name, version, versions[version]) if version in versions else None
        if data is None:
            return None
        text = json.dumps(data, ensure_ascii=False, indent=2)
        url = shown_url(self._url(f"{kind}s", name, "versions", version))
        return RemoteDefinition(kind, name, version, self._settings.name, url, text, "json")

    def _url(self, *segments: str) -> str:
        return "/".join((self._api, *(quote(each, safe="") for each in segments)))

    def _results(self, kind: str, query: str) -> Iterator[Json]:
        """The search results of a type, all pages."""
        seen = 0
        for page in range(1, MOST_PAGES + 1):
            fields = {"q": query, "type": kind, "page": page, "pageSize": PAGE_SIZE}
            url = f"{self._api}/search?{urlencode(fields)}"
            found = self._answers.document(url, _search_results)
            if found is None:
                raise status_error(self._settings, 404, url, token_sent=False)
            rows, total = found
            yield from (each for each in rows[: INDEX_ENTRIES - seen] if each.get("type", kind) == kind)
            seen = min(seen + len(rows), INDEX_ENTRIES)
            if not rows or seen == INDEX_ENTRIES < total:
                break
            if seen >= total:
                return
        self._answers.warn("INCOMPLETE", f"only the first {seen} results are used")

    def _versions(self, kind: str, name: str) -> dict[str, str | None]:
        """The versions, each with its checksum if the registry states one; empty if it does not have the name."""
        found = self._answers.document(self._url(kind, name, "metadata"), _metadata_versions)
        return found if found is not None else {}

    def _version(self, kind: str, name: str, version: str, checksum: str | None) -> dict[str, Any] | None:
        url = self._url(kind, name, "versions", version)

        def parse(data: Any) -> dict[str, Any]:
            if not isinstance(data, dict) or (data.get("name"), data.get("version")) != (name, version):
                raise ValueError("it is not the requested version")
            return limited_manifest(data) if kind == "plugins" else data

        limit = MANIFEST_BYTES if kind == "plugins" else DEFINITION_BYTES
        if checksum is not None:
            return self._answers.verified_document(url, checksum, parse, limit)
        return self._answers.document(url, parse, limit)


def api_url(url: str) -> str:
    """The URL of the API. Some configurations contain its path already."""
    parts = urlsplit(url)
    path = parts.path.rstrip("/").removesuffix(API)
    return urlunsplit((parts.scheme, parts.netloc, path + API, "", ""))


def _search_results(data: Any) -> tuple[list[Json], int]:
    rows = data.get("results") if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        raise ValueError("it has no list `results`")
    total = data.get("total")
    found = [each for each in rows if isinstance(each, Mapping)]
    return found, total if isinstance(total, int) else len(found)


def _metadata_versions(data: Any) -> dict[str, str | None]:
    listed = data.get("versions") if isinstance(data, Mapping) else None
    if not isinstance(listed, list):
        raise ValueError("it has no list `versions`")
    if len(listed) > INDEX_ENTRIES:
        raise ValueError(f"it has more than {INDEX_ENTRIES:,} versions")
    found: dict[str, str | None] = {}
    for each in listed:
        row = each if isinstance(each, Mapping) else {"version": each}
        version, checksum = row.get("version"), row.get("checksum")
        if isinstance(version, str) and is_version(version):
            found[version] = checksum if isinstance(checksum, str) else None
    return found


def _is_component(kind: Kind, row: Json) -> bool:
    name, version = row.get("name"), row.get("version")
    return (
        isinstance(name, str)
        and isinstance(version, str)
        and NAME_PATTERNS[kind].fullmatch(name) is not None
        and is_version(version)
    )
