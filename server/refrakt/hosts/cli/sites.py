"""What commands that work on a site have in common: the switch that names it, and how they say what is wrong."""

from __future__ import annotations

import argparse
import sys

from refrakt.errors import RefraktError
from refrakt.services.context import Context

from . import streams
from .exits import BAD_USAGE
from .jsontext import compact


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


def refuse(trouble: RefraktError, form: str | None) -> int:
    """Say why there is no answer, on standard error: in a sentence, or as JSON to those who wanted JSON."""
    if form == "json":
        streams.flush()
        told = compact({"error": trouble.message, "errorCode": trouble.code, "hint": trouble.hint})
        sys.stderr.buffer.write(f"{told}\n".encode())
        sys.stderr.buffer.flush()
    else:
        streams.complain(str(trouble))
    return BAD_USAGE
