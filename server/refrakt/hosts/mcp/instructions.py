"""What an agent reads when it connects: what this project is, and what to call first."""

from __future__ import annotations

from collections.abc import Iterator

from .looking import View
from .tools import shown

LONGEST = 2000
"""How many characters it may have: every conversation pays for them."""


def instructions(view: View, underscores: bool) -> str:
    """The instructions for a project as it is now."""
    text = "\n\n".join(_told(view))
    for name in view.surface.tool_names():
        text = text.replace(f"`{name}`", f"`{shown(name, underscores)}`")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _told(view: View) -> Iterator[str]:
    here, context = view.surface, view.context
    yield "refrakt knows the Markdoc content of this project: its sites, its runes (tags) and what is wrong with a page."
    if context.has_site:
        yield (
            "Before you write a page, call `refrakt.reference`: all runes in short, or one in full with `rune`. After each "
            "change call `refrakt.validate_content` with the `path` of the page; what is open in the editor counts, saved "
            "or not. Its `errors` have places that count from 1, and a `fix` where edits can mend them."
        )
        sites = list(context.project.config.sites) if context.project.config is not None else []
        if len(sites) > 1:
            yield f"There are several sites; name one as `site`: {', '.join(sites[:20])}."
    if context.has_site or any(here.found.values()):
        yield "`refrakt.detect` says what else there is: tools, resources, commands of the shell."
    else:
        yield "Nothing was found here yet; `refrakt.detect` says what was looked for."
    yield from here.plugins.instructions()
    yield "A failed call has an `errorCode` and a `hint` that says what to do next."
