"""What an agent reads when it connects: what this project is, and what to call first.

Nothing of it comes from the project's files: whoever wrote those could give the agent instructions.
"""

from __future__ import annotations

from collections.abc import Iterator

from .looking import View
from .tools import shown

LONGEST = 2000
"""How many bytes it may have: every conversation pays for them."""
_END = "A failed call has an `errorCode` and a `hint` that says what to do next."


def instructions(view: View, underscores: bool) -> str:
    """The instructions for a project as it is now."""
    text = "\n\n".join(_told(view))
    for name in view.surface.tool_names():
        text = text.replace(f"`{name}`", f"`{shown(name, underscores)}`")
    room = LONGEST - len(f"\n\n{_END}".encode())
    if len(text.encode()) > room:
        text = text.encode()[: room - len("…".encode())].decode(errors="ignore") + "…"
    return f"{text}\n\n{_END}"


def _told(view: View) -> Iterator[str]:
    here, context = view.surface, view.context
    yield "refrakt knows the Markdoc content of this project: its sites, its runes (tags) and what is wrong with a page."
    if context.has_site:
        yield (
            "Before you write a page, call `refrakt.reference`: all runes in short, or one in full with `rune`. After each "
            "change call `refrakt.validate_content` with the `path` of the page; what is open in the editor counts, saved "
            "or not. Its `errors` have places that count from 1, and a `fix` where edits can mend them. `refrakt.pages` finds "
            "pages; `refrakt.check` finds what is wrong between them, too: broken links, missing files, unknown names."
        )
        if context.project.config is not None and len(context.project.config.sites) > 1:
            yield "There are several sites; name one as `site`. `refrakt.detect` has their names."
    if context.has_site or any(here.found.values()):
        yield "`refrakt.detect` says what else there is: tools, resources, commands of the shell."
    else:
        yield "Nothing was found here yet; `refrakt.detect` says what was looked for."
    yield from here.plugins.instructions()
