"""Which problems `refrakt check` reports, what it reads, and how often it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection
from dataclasses import replace

from refrakt.errors import RefraktError
from refrakt.hosts.cli.exit_codes import SUCCESS
from refrakt.project.workspace import Workspace
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.services.check import CheckedPages, CheckInput, checked_pages, whole_index
from refrakt.services.context import Context
from refrakt.untrusted import one_line

_INTERVAL = 0.5
"""Seconds between two looks at the disk."""


def selected_codes(select: str | None, ignore: str | None) -> list[str] | None:
    """The codes to report; None for all. Raises for a code that no rule has."""
    if select is None and ignore is None:
        return None
    from refrakt.hosts.cli.commands.explain import known_rules

    known = known_rules()
    chosen, left_out = (_codes(each, known) for each in (select, ignore))
    return [code for code in chosen or known if code not in left_out]


def _codes(listed: str | None, known: Collection[str]) -> list[str]:
    names = [each.strip() for each in (listed or "").split(",") if each.strip()]
    for code in names:
        if code not in known:
            near = did_you_mean(nearest(code, known))
            raise RefraktError(
                "INVALID_ARGS", f"unknown rule '{one_line(code, 60)}'{near}", "`refrakt explain` lists all rules."
            )
    return names


def with_standard_input(context: Context, path: str) -> Context:
    """The context with standard input as the text of a page."""
    file = context.project.root / path
    text = sys.stdin.buffer.read().decode("utf-8-sig", "replace")
    workspace = Workspace()
    workspace.open(file.as_uri(), file, text, 1)
    return replace(context, snapshot=workspace.snapshot)


def watch(context: Context, query: CheckInput, show: Callable[[CheckedPages], None]) -> int:
    """Check now and after each change, until interrupted."""
    last: CheckedPages | None = None
    try:
        with whole_index(context) as indexed:
            while True:
                pages = checked_pages(indexed, query)
                if pages != last:
                    show(pages)
                    sys.stdout.flush()
                    last = pages
                time.sleep(_INTERVAL)
    except KeyboardInterrupt:
        return SUCCESS
