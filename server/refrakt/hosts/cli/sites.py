"""What commands that work on a site have in common: the switch that names it, and what they say about its config."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from refrakt.project.config import ConfigProblem
from refrakt.services.context import Context
from refrakt.untrusted import one_line

from . import streams


def add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--site", metavar="SITE", help="the site, where the project has several")


def tell_config_problems(context: Context, site: str | None, path: str | None = None) -> None:
    """Say on standard error what is wrong with the config, so that nobody looks for the mistake in a page."""
    found = context.site(site, context.locate(path) if path is not None else None)
    _tell(found.root, found.problems)


def tell_all_config_problems(context: Context, site: str | None) -> None:
    """The same for one site or all of them, with what is wrong with their routes; each thing once."""
    from refrakt.project.index.spec import specs_of

    config = context.project.config
    names = [site] if site is not None or config is None else list(config.sites)
    found = [each for name in names or [None] for each in context.site(name).problems]
    found += [each for spec in specs_of(context.project) if site in (None, spec.name) for each in spec.problems]
    _tell(context.project.root, dict.fromkeys(found))


def _tell(root: Path, problems: Iterable[ConfigProblem]) -> None:
    for problem in problems:
        if problem.severity not in ("error", "warning"):
            continue
        file = problem.file
        name = file.relative_to(root) if file.is_relative_to(root) else file
        hint = f" {problem.suggestion}" if problem.suggestion else ""
        place = f"{name}:{problem.line}:{problem.column}"
        streams.complain(one_line(f"{place}: {problem.severity}[{problem.code}]: {problem.message}.{hint}"))
