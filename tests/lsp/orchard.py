"""A test plugin with every provider method: trees, named `@oak` and stored in `trees/oak.md`.

It is installed into a temporary folder and run by a real server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from plugins.installation import Installation

from .conftest import write
from .editor_client import EditorClient, Pulled, Pushed
from .wire import Client, Message

NAME = "refrakt-orchard"
CODE = r"""
    import re, time
    from pathlib import Path

    TREE = re.compile(r"@([a-z]+)")

    def tree_at(file, offset):
        return next((each for each in TREE.finditer(file.text) if each.start() <= offset <= each.end()), None)

    def mentions(name, context):
        for path in sorted(context.cwd.rglob("*.md")):
            text = context.files.read(path).text
            for each in TREE.finditer(text):
                if each.group(1) == name:
                    yield Location(path.relative_to(context.cwd).as_posix(), Span(*each.span()))

    class Trees:
        def handles(self, path, context):
            return path.suffix in (".md", ".txt")

        def problems(self, file, context):
            pause = context.cwd / "pause"
            if pause.exists():
                time.sleep(float(pause.read_text()))
            for each in TREE.finditer(file.text):
                name, place = each.group(1), Span(*each.span())
                if name == "later" and not (context.cwd / "ready").exists():
                    raise RefraktError("TOOL_TIMEOUT", "not yet", "Wait.")
                if name == "crash":
                    raise RuntimeError("a branch fell down")
                if name == "wrong":
                    yield Problem(place, "no such severity", severity="terrible", code="tree-wrong")
                elif not (context.cwd / "trees" / f"{name}.md").exists():
                    fix = Fix((TextEdit(place, "@oak"),))
                    yield Problem(place, f"no tree {name}", "Write @oak.", fix, severity="warning", code="tree-unknown")
            for each in re.finditer(r"\{% (rot\w*) /%\}", file.text):
                related = (Related("trees/oak.md", Span(2, 6), "a good one"),)
                place = Span(*each.span(1))
                yield Problem(place, "rot", related=related, severity="error", code="tree-rot", replaces=("unknown-rune",))

        def complete(self, file, offset, context):
            if file.text[offset - 1] != "@":
                return None
            items = (CompletionItem("oak", "entity", Span(offset, offset), "oak", documentation=lambda: leaf(context)),)
            return CompletionList(items, exclusive=True)

        def hover(self, file, offset, context):
            found = tree_at(file, offset)
            return found and Hover(Span(*found.span()), f"The tree **{found.group(1)}**.")

        def definition(self, file, offset, context):
            found = tree_at(file, offset)
            return found and Definition(Span(*found.span()), (Location(f"trees/{found.group(1)}.md", Span(2, 6)),))

        def references(self, file, offset, declared, context):
            found = tree_at(file, offset)
            yield from mentions(found.group(1), context) if found else ()

        def prepare_rename(self, file, offset, context):
            found = tree_at(file, offset)
            if found and found.group(1) == "stone":
                raise RefraktError("INVALID_ARGS", "a stone is no tree", "Plant one.")
            return found and RenameTarget(Span(*found.span()), found.group())

        def rename(self, file, offset, new, context):
            found = tree_at(file, offset)
            if not found:
                return None
            old, new = found.group(1), new.removeprefix("@")
            if new == "crash":
                raise RuntimeError("a branch fell down")
            edits = {}
            for each in mentions(old, context):
                edits.setdefault(each.path, []).append(TextEdit(each.span, f"@{new}"))
            made = []
            for path, changes in edits.items():
                text = context.files.read(context.cwd / path)
                made.append(FileEdit(path, text.text, tuple(changes), text.version))
            return WorkspaceEdit(tuple(made), moved=((f"trees/{old}.md", f"trees/{new}.md"),))

        def code_actions(self, file, place, context):
            found = tree_at(file, place.start)
            if found:
                path = f"trees/{found.group(1)}.md"
                yield CodeAction("Plant it", "quickfix", lambda: WorkspaceEdit(created=((path, "# A tree\n"),)), preferred=True)
                yield CodeAction("Shake it", "refactor.rewrite", lambda: shaken())

        def code_lenses(self, file, context):
            if "@later" in file.text and not (context.cwd / "ready").exists():
                raise RefraktError("TOOL_TIMEOUT", "not yet", "Wait.")
            for each in TREE.finditer(file.text):
                locations = tuple(mentions(each.group(1), context))
                yield CodeLens(Span(*each.span()), f"{len(locations)} of them", locations)

        def workspace_symbols(self, query, context):
            for path in sorted((context.cwd / "trees").glob("*.md")):
                if query in path.stem:
                    yield WorkspaceSymbol(f"@{path.stem}", Location(f"trees/{path.name}", Span(2, 6)), "tree")

    def leaf(context):
        if (context.cwd / "fall").exists():
            raise RuntimeError("no leaves")
        if (context.cwd / "pause").exists():
            time.sleep(float((context.cwd / "pause").read_text()))
        return "A *leaf*."

    def shaken():
        raise RefraktError("VALIDATION_ERROR", "nothing falls down", "Wait for autumn.")

    plugin = CliPlugin("orchard", [], "trees", providers=[Trees()])
"""

SITE = {
    "refrakt.config.json": '{"sites": {"main": {"contentDir": "./content"}}}\n',
    "content/index.md": "# Home\n\nUnder the @oak and [an oak](/oak).\n",
    "content/oak.md": "# Oak\n",
    "trees/oak.md": "# @oak\n",
    "notes.txt": "an @oak\n",
}


def installed(folder: Path) -> dict[str, str]:
    """The environment of a process with the plugin installed."""
    Installation(folder / "packages").code(NAME, CODE)
    path = os.pathsep.join(filter(None, [str(folder / "packages"), os.environ.get("PYTHONPATH")]))
    return {"PYTHONPATH": path}


@contextmanager
def desk(folder: Path, capabilities: Message, files: dict[str, str] = SITE, **params: Any) -> Iterator[EditorClient]:
    """An editor with a project of trees."""
    site = write(folder / "site", files)
    with Client(site, env=installed(folder), forked=True) as client:
        client.initialize(capabilities, **params)
        pulls = "diagnostic" in capabilities.get("textDocument", {})
        yield Pulled(client) if pulls else Pushed(client)
