"""Loads the configuration: finds the file, reads its shape, adds the defaults.

The first file with content of Forge counts; files are not merged. `FRACTARY_CONFIG` takes precedence and must exist. A file of
a project is not trusted: see `credentials` for what that means. This is also true if the variable names it, because clients set the
variable to `.fractary/config.json` for whatever project they start the server in.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refrakt.plugins import RefraktError
from refrakt.plugins.message_quoting import LONGEST, word
from refrakt_forge.config.effective import effective_config
from refrakt_forge.config.settings import ForgeConfig, NetworkPermissions, Origin
from refrakt_forge.config.shapes import ConfigShape, as_settings
from refrakt_forge.documents.read_document import read_document
from refrakt_forge.documents.source_document import FORMATS, SourceDocument
from refrakt_forge.environment import CONFIG_VARIABLE, LOOPBACK_VARIABLE, Environment
from refrakt_forge.errors import forge_error
from refrakt_forge.limits import MANIFEST_BYTES

if TYPE_CHECKING:
    from typing import Protocol

    class TextSource(Protocol):
        def text(self, path: Path, limit: int = ...) -> str: ...


@dataclass(frozen=True, slots=True)
class ConfigCandidate:
    """A place where the configuration may be."""

    path: Path
    shape: ConfigShape | None
    """None: it is seen in the content."""
    origin: Origin


def config_candidates(environment: Environment) -> Iterator[ConfigCandidate]:
    """The places in order, without `FRACTARY_CONFIG`."""
    local, user = environment.local, environment.user
    if local != user:
        yield ConfigCandidate(local / "config.json", "registries", "project")
        yield ConfigCandidate(local / "config.yaml", "shared", "project")
        yield ConfigCandidate(local / "forge" / "config.yaml", "forge", "project")
        yield ConfigCandidate(local / "plugins" / "forge" / "config.json", "plugin", "project")
        yield ConfigCandidate(local / "forge.config.json", "resolvers", "project")
    yield ConfigCandidate(user / "config.json", "registries", "user")
    yield ConfigCandidate(user / "config.yaml", "shared", "user")


def named_config(environment: Environment) -> ConfigCandidate | None:
    """The file that `FRACTARY_CONFIG` names; None without the variable."""
    named = environment.variables.get(CONFIG_VARIABLE)
    if not named:
        return None
    path = Path(os.path.normpath(environment.root / os.path.expanduser(named)))
    known = next((each for each in config_candidates(environment) if each.path == path), None)
    if known is not None:
        return known
    return ConfigCandidate(path, None, "project" if _is_of_project(path, environment) else "user")


def _is_of_project(path: Path, environment: Environment) -> bool:
    """Whether a file, or what a link leads to, is in the project. A folder that contains the home folder is not a project."""
    root = environment.root
    if environment.home.is_relative_to(root):
        return False
    return path.is_relative_to(root) or Path(os.path.realpath(path)).is_relative_to(root)


def load_config(environment: Environment, texts: TextSource) -> ForgeConfig:
    """The configuration of a call. `RefraktError` with CONFIG_ERROR for a file that cannot be used."""
    permissions = _permissions(environment, texts)
    named = named_config(environment)
    if named is not None:
        if not os.path.isfile(named.path):
            kind = "something that is not a file" if os.path.exists(named.path) else "a file that does not exist"
            raise _config_error(environment, named.path, f"`{CONFIG_VARIABLE}` names {kind}")
        if named.origin == "project" and not _is_inside(named, environment):
            message = f"`{CONFIG_VARIABLE}` names a link that leads out of the project"
            raise _config_error(environment, named.path, message)
        settings = _settings(named, environment, texts, required=True) or {}
        return effective_config(settings, named.origin, environment, permissions, (environment.display(named.path),))
    for each in config_candidates(environment):
        if not os.path.isfile(each.path) or not _is_inside(each, environment):
            continue
        written = _settings(each, environment, texts)
        if written is not None:
            return effective_config(written, each.origin, environment, permissions, (environment.display(each.path),))
    return effective_config({}, "default", environment, permissions, ())


def _is_inside(candidate: ConfigCandidate, environment: Environment) -> bool:
    """A link in a project must not lead out of it."""
    root = environment.root if candidate.origin == "project" else environment.home
    return os.path.realpath(candidate.path).startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)


def _settings(
    candidate: ConfigCandidate, environment: Environment, texts: TextSource, required: bool = False
) -> Mapping[str, Any] | None:
    """The normalised settings of a file; None if it has nothing of Forge."""
    document = _read(candidate.path, environment, texts)
    problem = next(iter(document.problems), None)
    if problem is not None and not required and not _may_be_of_forge(candidate, document):
        return None
    if problem is not None:
        before = document.text[: problem.span.start]
        line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
        raise _config_error(
            environment,
            candidate.path,
            problem.message if problem.code == "E006" else f"invalid syntax in line {line}, column {column}",
            line=line,
            column=column,
        )
    try:
        return as_settings(document.data, candidate.shape)
    except ValueError as error:
        raise _config_error(environment, candidate.path, str(error)) from None


def _may_be_of_forge(candidate: ConfigCandidate, document: SourceDocument) -> bool:
    """Whether a file that cannot be read concerns Forge: not if it is empty, or one of other products."""
    text = document.text
    return bool(text.strip()) and (candidate.shape != "shared" or "forge" in text)


def _read(path: Path, environment: Environment, texts: TextSource) -> SourceDocument:
    try:
        text = texts.text(path, MANIFEST_BYTES)
    except (OSError, ValueError):
        raise _config_error(environment, path, "the file cannot be read") from None
    return read_document(text, "json" if FORMATS.get(path.suffix) == "json" else "yaml")


def _permissions(environment: Environment, texts: TextSource) -> NetworkPermissions:
    """What the user's own config allows, also where a project's config counts. A broken one allows nothing."""
    hosts: set[str] = set()
    path = environment.user / "config.json"
    if os.path.isfile(path):
        try:
            data = _read(path, environment, texts).data
        except RefraktError:
            data = {}
        network = data.get("network")
        listed = network.get("allowHosts") if isinstance(network, Mapping) else None
        hosts = {each.lower() for each in listed if isinstance(each, str)} if isinstance(listed, list) else set()
    return NetworkPermissions(frozenset(hosts), environment.variables.get(LOOPBACK_VARIABLE) == "1")


def _config_error(environment: Environment, path: Path, message: str, **details: Any) -> RefraktError:
    shown = environment.display(path)
    return forge_error(
        "CONFIG_ERROR",
        f"{word(shown, LONGEST)}: {message}",
        "correct the configuration file",
        details={"path": shown, **details},
    )
