"""The server instructions: what the project is, and which tools to call first.

They contain no text of the project's files, whose author could instruct the agent.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.hosts.mcp.project_view import ProjectView
from refrakt.hosts.mcp.tools import with_display_names

MAX_BYTES = 2000
"""Every conversation pays for the instructions."""
_END = "A failed call has an `errorCode` and a `hint` with the next step."


def instructions(view: ProjectView, underscores: bool) -> str:
    """The instructions for a project."""
    text = with_display_names("\n\n".join(_paragraphs(view)), view.available_tools.tool_names(), underscores)
    limit = MAX_BYTES - len(f"\n\n{_END}".encode())
    if len(text.encode()) > limit:
        text = text.encode()[: limit - len("…".encode())].decode(errors="ignore") + "…"
    return f"{text}\n\n{_END}"


def _paragraphs(view: ProjectView) -> Iterator[str]:
    surface, context = view.available_tools, view.context
    yield "refrakt serves the Markdoc content of this project: its sites, its runes (tags), and the problems of its pages."
    if context.has_site:
        yield (
            "Before you write a page, call `refrakt.reference`: it lists all runes, or describes one with `rune`. After each "
            "change call `refrakt.validate_content` with the `path` of the page; text in open editors counts, saved or "
            "not. `errors` have lines and columns that count from 1, and a `fix` if edits remove them. `refrakt.pages` finds "
            "pages; `refrakt.check` also finds problems between pages: broken links, missing files, unknown names."
        )
        if context.project.config is not None and len(context.project.config.sites) > 1:
            yield "The project has several sites; pass one as `site`. `refrakt.detect` lists their names."
    if context.has_site or any(surface.found.values()):
        yield "`refrakt.detect` lists everything else: tools, resources, shell commands."
    else:
        yield "No site and no plugin data were found yet; `refrakt.detect` lists what was searched for."
    yield from surface.plugins.instructions()
