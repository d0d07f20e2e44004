"""`refrakt validate`: problems of a theme config and a theme's manifest. Authors of themes run it without a site."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from refrakt.hosts.cli.service_command import print_answer
from refrakt.services.context import Context
from refrakt.services.registry import service_of
from refrakt.services.validate import ThemeFilesInput, exit_code, validate


@dataclass(frozen=True, slots=True)
class ValidateThemeOptions:
    """Options of the command line alone."""

    format: Literal["text", "json"] = "text"
    """output format"""


OPTIONS = ValidateThemeOptions


def run(query: ThemeFilesInput, options: ValidateThemeOptions) -> int:
    context = Context.at(Path.cwd(), paged=False)
    if query.config is None and query.manifest is None:
        answer = service_of(validate).call(context, query)  # which needs a site
    else:
        answer = validate(context, _in_project(context, query))
    print_answer(answer, options.format, service_of(validate))
    return exit_code(answer)


def _in_project(context: Context, query: ThemeFilesInput) -> ThemeFilesInput:
    """The typed paths, which are relative to the current folder, as paths of the project."""
    root = context.project.root

    def below(path: str | None) -> str | None:
        file = Path.cwd() / path if path is not None else None
        return file.relative_to(root).as_posix() if file is not None and file.is_relative_to(root) else path

    return replace(query, config=below(query.config), manifest=below(query.manifest))
