"""A plugin for tests that changes files, as a tool and as a shell command."""

NAME = "refrakt-pen"
CONFIG = '{"site": {"contentDir": "./content", "plugins": ["refrakt-pen"]}}'
CODE = """
import json

def edited(each, files, root):
    found = files.read(root / each["path"])
    start = found.text.index(each["old"])
    place = Span(start, start + len(each["old"]))
    return FileEdit(each["path"], found.text, (TextEdit(place, each["new"]),), found.version)

def put(arguments, context):
    files, root = context.files, context.cwd
    edits = tuple(edited(each, files, root) for each in arguments.get("edits", ()))
    created, moved = (tuple(arguments.get(name, {}).items()) for name in ("created", "moved"))
    applied = files.apply(WorkspaceEdit(edits, created, moved))
    names = (*applied.written, *applied.unsaved)
    return {
        "written": list(applied.written),
        "unsaved": list(applied.unsaved),
        "now": {name: files.read(root / name).text for name in names},
    }

def put_in_shell(argv):
    path, old, new = argv
    print(json.dumps(put({"edits": [{"path": path, "old": old, "new": new}]}, shell_context())))

plugin = CliPlugin("pen", [Command("put", "Change files.", put_in_shell, mcp_handler=put)], "Changes files")
"""
