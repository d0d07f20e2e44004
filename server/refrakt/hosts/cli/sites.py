"""What commands that work on a site have in common: the switch that names it, and what they say about its config."""

from __future__ import annotations

import argparse

from refrakt.services.context import Context

from . import streams


def add_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--site", metavar="SITE", help="the site, where the project has several")


def tell_config_problems(context: Context, site: str | None, path: str | None = None) -> None:
    """Say on standard error what is wrong with the config, so that nobody looks for the mistake in a page."""
    found = context.site(site, context.locate(path) if path is not None else None)
    for problem in found.problems:
        if problem.severity not in ("error", "warning"):
            continue
        file = problem.file
        name = file.relative_to(found.root) if file.is_relative_to(found.root) else file
        hint = f" {problem.suggestion}" if problem.suggestion else ""
        streams.complain(
            f"{name}:{problem.line}:{problem.column}: {problem.severity}[{problem.code}]: {problem.message}.{hint}"
        )
