"""`package_validate`: has a plugin that is being written the shape it must have?

A service looks and runs nothing. The command line, where somebody has asked for it, also loads the plugin, in a process of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from refrakt.errors import RefraktError
from refrakt.plugins.dependencies import NODE_FILE, PYTHON_FILE
from refrakt.plugins.javascript_package import read_javascript_package
from refrakt.plugins.loading import loaded_faults
from refrakt.plugins.python_package import PythonPackage, read_python_package
from refrakt.plugins.validation import Fault

from .context import Context
from .payload import SHAPE
from .registry import service


@dataclass(frozen=True, slots=True)
class PackageFolder:
    """A package to look at."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    dir: str | None = None
    """Its folder, with pyproject.toml or package.json; the project's own where nothing is given."""


@dataclass(frozen=True, slots=True)
class PackageFault:
    """Something wrong."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    path: str
    """Where: a file, or a field such as `commands[2].handler`."""
    message: str


@dataclass(frozen=True, slots=True)
class PackageVerdict:
    """`valid` means that there is no error."""

    __pydantic_config__: ClassVar[Mapping[str, Any]] = SHAPE

    valid: bool
    package_name: str
    plugin_name: str
    """The same as `packageName`, for those who know it by this name."""
    loaded: bool
    """Whether its code was loaded. Without that, only what its files say could be checked."""
    errors: list[PackageFault]
    warnings: list[PackageFault]


def as_text(verdict: PackageVerdict) -> str:
    """The verdict for people."""
    name = verdict.package_name or "this package"
    lines = [f"error: {_line(each)}" for each in verdict.errors]
    lines += [f"warning: {_line(each)}" for each in verdict.warnings]
    if not verdict.valid:
        count = len(verdict.errors)
        lines.append(f"{name} has {count} error{'' if count == 1 else 's'}.")
    elif verdict.loaded:
        lines.append(f"{name} is a valid plugin.")
    else:
        lines.append(f"{name} looks like a valid plugin; its code was not run.")
    return "\n".join(lines) + "\n"


def exit_code(verdict: PackageVerdict) -> int:
    return 0 if verdict.valid else 1


@service(
    "refrakt.package_validate",
    needs="site",
    cli="package validate",
    positional=("dir",),
    text=as_text,
    exit_code=exit_code,
)
def package_validate(context: Context, query: PackageFolder) -> PackageVerdict:
    """Check the shape of a refrakt plugin that lies in a folder. Nothing of it is run."""
    return validate_package(context.locate(query.dir or "."), load=False)


def validate_package(folder: Path, *, load: bool) -> PackageVerdict:
    """Check the package in a folder; with `load` also what its entry points name, by running its code in a child process."""
    if not folder.is_dir():
        raise RefraktError("NOT_FOUND", f"{folder} is no folder", "Give the folder of a package.")
    python = read_python_package(folder) if (folder / PYTHON_FILE).is_file() else None
    if (folder / NODE_FILE).is_file() and (python is None or not python.offers):
        return _verdict(*read_javascript_package(folder), loaded=False)
    if python is None:
        message = f"there is neither {PYTHON_FILE} nor {NODE_FILE}"
        return _verdict("", [Fault("error", "", message)], loaded=False)
    return _python_verdict(python, folder, load)


def _python_verdict(package: PythonPackage, folder: Path, load: bool) -> PackageVerdict:
    found = list(package.faults)
    runs = load and not any(each.level == "error" for each in found)
    if runs:
        found += loaded_faults(package, folder)
    return _verdict(package.name, found, loaded=runs)


def _verdict(name: str, found: list[Fault], *, loaded: bool) -> PackageVerdict:
    errors, warnings = (
        [PackageFault(each.path, each.message) for each in found if each.level == level]
        for level in ("error", "warning")
    )
    return PackageVerdict(not errors, name, name, loaded, errors, warnings)


def _line(fault: PackageFault) -> str:
    return f"{fault.path}: {fault.message}" if fault.path else fault.message
