"""The names of registries that a configuration may use: the default one and those of the user's own files."""

from __future__ import annotations

from collections.abc import Iterator

from refrakt_forge.config.load import config_candidates
from refrakt_forge.config.settings import DEFAULT_REGISTRY_NAME
from refrakt_forge.config.shapes import as_settings
from refrakt_forge.editor.request import FileRequest


def registry_names(request: FileRequest) -> Iterator[str]:
    """The known names that the file does not have yet."""
    here = str(request.file.path)
    known = [DEFAULT_REGISTRY_NAME]
    for each in config_candidates(request.forge.environment):
        if str(each.path) != here and each.path.is_file():
            try:
                settings = as_settings(request.forge.texts.document(each.path).data, each.shape) or {}
            except ValueError:
                continue
            known += [found["name"] for found in settings.get("registries", ())]
    text = request.file.text
    yield from (each for each in dict.fromkeys(known) if f'"{each}"' not in text)
