"""`package_validate`: check the package of a plugin.

The service only reads files. The command also loads the plugin, in a child process.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.plugins.javascript_package import read_javascript_package
from refrakt.plugins.plugin_loader import problems_when_loaded
from refrakt.plugins.plugin_validation import PluginProblem
from refrakt.plugins.project_dependencies import NODE_FILE, PYTHON_FILE
from refrakt.plugins.python_package import PythonPackage, read_python_package
from refrakt.services.context import Context
from refrakt.services.json_payload import JsonPayload
from refrakt.services.registry import service


@dataclass(frozen=True, slots=True)
class PackageValidateInput:
    """The package to check."""

    dir: str | None = option(None, positional=True)
    """folder of the package; else the project's"""


@dataclass(frozen=True, slots=True)
class PackageProblem(JsonPayload):
    """A problem of the package."""

    path: str
    """A file, or a field such as `commands[2].handler`."""
    message: str


@dataclass(frozen=True, slots=True)
class PackageReport(JsonPayload):
    """`valid` means no errors."""

    valid: bool
    package_name: str
    plugin_name: str
    """Same as `packageName`, for compatibility."""
    loaded: bool
    """Whether the code was loaded; if not, only the files were checked."""
    errors: list[PackageProblem]
    warnings: list[PackageProblem]


def as_text(report: PackageReport) -> str:
    """The report as text."""
    name = report.package_name or "this package"
    lines = [f"error: {_line(each)}" for each in report.errors]
    lines += [f"warning: {_line(each)}" for each in report.warnings]
    if not report.valid:
        count = len(report.errors)
        lines.append(f"{name} has {count} error{'' if count == 1 else 's'}.")
    elif report.loaded:
        lines.append(f"{name} is a valid plugin.")
    else:
        lines.append(f"{name} seems to be a valid plugin; its code was not run.")
    return "\n".join(lines) + "\n"


def exit_code(report: PackageReport) -> int:
    return 0 if report.valid else 1


@service("refrakt.package_validate", needs="site", cli="package validate", text=as_text, exit_code=exit_code)
def package_validate(context: Context, query: PackageValidateInput) -> PackageReport:
    """Check the package of a refrakt plugin; runs none of its code."""
    return validate_package(context.locate(query.dir or "."), load=False)


def validate_package(folder: Path, *, load: bool) -> PackageReport:
    """Check the package in a folder; with `load`, also load its entry points, in a child process."""
    if not folder.is_dir():
        raise RefraktError("NOT_FOUND", f"{folder} is not a folder", "Pass the folder of a package.")
    python = read_python_package(folder) if (folder / PYTHON_FILE).is_file() else None
    if (folder / NODE_FILE).is_file() and (python is None or not python.has_entry_points):
        return _report(*read_javascript_package(folder), loaded=False)
    if python is None:
        message = f"no {PYTHON_FILE} or {NODE_FILE}"
        return _report("", [PluginProblem("error", "", message)], loaded=False)
    return _python_report(python, folder, load)


def _python_report(package: PythonPackage, folder: Path, load: bool) -> PackageReport:
    found = list(package.problems)
    runs = load and not any(each.level == "error" for each in found)
    if runs:
        found += problems_when_loaded(package, folder)
    return _report(package.name, found, loaded=runs)


def _report(name: str, found: list[PluginProblem], *, loaded: bool) -> PackageReport:
    errors, warnings = (
        [PackageProblem(each.path, each.message) for each in found if each.level == level]
        for level in ("error", "warning")
    )
    return PackageReport(not errors, name, name, loaded, errors, warnings)


def _line(problem: PackageProblem) -> str:
    return f"{problem.path}: {problem.message}" if problem.path else problem.message
