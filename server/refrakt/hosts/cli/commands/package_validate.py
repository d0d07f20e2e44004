"""`refrakt package validate`: check the plugin package in a folder.

The service reads files only. This command also loads the package's code, in a child process: its author runs it on their own code.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from refrakt.hosts.cli.service_command import print_answer
from refrakt.services.package_validate import PackageValidateInput, exit_code, package_validate, validate_package
from refrakt.services.registry import service_of


@dataclass(frozen=True, slots=True)
class PackageValidateOptions:
    """Options of the command line alone."""

    format: Literal["text", "json"] = "text"
    """output format"""


OPTIONS = PackageValidateOptions


def run(query: PackageValidateInput, options: PackageValidateOptions) -> int:
    verdict = validate_package(Path(query.dir or ".").resolve(), load=True)
    print_answer(verdict, options.format, service_of(package_validate))
    return exit_code(verdict)
