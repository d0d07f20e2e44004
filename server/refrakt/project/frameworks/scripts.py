"""Values and schemas in the scripts of a site, read by the static evaluator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from refrakt.project.frameworks.astro_routes import AstroCollection
from refrakt.project.frameworks.config_values import Values
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.frameworks.site_places import SitePlace


@dataclass(frozen=True, slots=True)
class FoundSchema:
    """The schema of a site, or why there is none."""

    schema: object | None = None
    reason: str | None = None
    folder: str | None = None
    """The folder of a schema that is in several files, relative to the site."""
    partials: Mapping[str, str] = field(default_factory=dict)


class SiteScripts:
    """The scripts of one site."""

    def __init__(self, files: SiteFiles, place: SitePlace) -> None:
        self._files = files
        self._place = place

    def next_values(self) -> tuple[Values, Values | None]:
        return {}, None

    def astro_values(self) -> tuple[Values, Values | None, Values | None]:
        return {}, None, None

    def collections(self, path: str) -> tuple[AstroCollection, ...] | None:
        return None

    def next_schema(self, plugin: Values | None) -> FoundSchema:
        return FoundSchema()

    def astro_schema(self) -> FoundSchema:
        return FoundSchema()

    def own_schema(self) -> FoundSchema:
        return FoundSchema()
