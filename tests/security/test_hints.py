"""Agents follow hints, so a hint has only text of refrakt: no name, path or text of the workspace.

This looks at the source. To put another expression into a hint, add it to `TRUSTED` after making sure that no file of a project
can decide what it says; everything else belongs into the message, with `untrusted.quoted`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SERVER = Path(__file__).parents[2] / "server"
MAKERS = {
    "RefraktError": 2,
    "refusal": 1,
    "refused": 1,
    "validation_error": 1,
    "_refused": 1,
    "_refuse": 1,
    "_invalid_argument": 2,
}
"""What makes an error, with the position of its hint."""
MAKERS_OF_SUGGESTIONS = {"forge_error": 2, "validation_failure": 2}
"""The same with several hints: the position of the first."""
TRUSTED = frozenset(
    [
        # passed through, or a hint of an error that is created elsewhere
        *(
            "hint",
            "known.hint",
            "trouble.hint",
            "found[0].hint",
            "error['hint']",
            "otherwise",
            "agent_hint(self.hint, underscores)",
        ),
        # names in the code of refrakt and of installed plugins: commands, tools, prompts, addresses, fields, types
        *(
            "package_with_rune(name)",
            "client.title",
            "self.prog",
            "namespace",
            "command.name",
            "kind.name",
            "entity.kind.name",
            "name",
            "plugin.shell",
        ),
        *("argument.name", "argument.description", "_offer(hint_of)", "_in_words(each.hint)"),
        *("', '.join(known)", "', '.join(names)", "', '.join(allowed)", "', '.join(sorted(self.query_keys))"),
        *("hint", "known.hint", "trouble.hint", "error.hint", "found[0].hint", "error['hint']", "otherwise"),
        # names in the code of refrakt and of installed plugins: commands, tools, prompts, addresses, fields, types
        *("self.prog", "namespace", "command.name", "kind.name", "entity.kind.name", "name", "plugin.shell"),
        *("argument.name", "argument.description", "', '.join(map(str, allowed))", "_type_name(declared)", "_DETECT"),
        *("', '.join(known)", "', '.join(names)", "', '.join(allowed)", "', '.join(sorted(self.queries))"),
        *("' or '.join(close)", "' or '.join(schemes)", "' or '.join((f'`{prog} {each}`' for each in likely))"),
        *(
            "', '.join((f'`refrakt {each}`' for each in commands))",
            "next((each for each in GLOBAL if each.startswith(name)))",
        ),
        *("_nearest(name, kind.settable)", "_nearest(value, values)", "kind.prefix", "other", "_HINTS[missing[0]]"),
        *(
            "', '.join(GLOBAL)",
            "', '.join(TYPES)",
            "', '.join(tiers)",
            "', '.join(KINDS)",
            "', '.join(NUMBERED)",
            "', '.join(LAYOUT_NAMES)",
        ),
        *("FILE_NAME", "VARIABLE", "NOBODY", "_REPORT"),
        *("FILE_NAME", "VARIABLE", "NO_AGENT", "ALL", "BASE", "SHIPPED"),
        # passed through, and the kinds and schemes of Forge
        *(
            "_SEPARATOR.join(suggestions)",
            "suggestions",
            "suggestion",
            "kind",
            "list_uri",
            "_LIST",
            "', '.join(_SCOPES)",
        ),
        # numbers
        *("LONGEST", "_MAX_ID_BYTES", "LEAST", "pages.indexing"),
        *("LONGEST", "_LONGEST_ID", "LEAST", "MAX_URI", "MAX_RESOURCE", "pages.indexing"),
        # an argument of the caller
        "_SPACE.sub('-', new)",
    ]
)

PROTOCOL = ("INVALID_PARAMS", "INTERNAL_ERROR", "NOT_FOUND", "number", "uri")


def hints() -> Iterator[tuple[str, str]]:
    """Every expression in a hint, with its location."""
    for path in sorted(SERVER.rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                location = f"{path.relative_to(SERVER)}: {function.name}"
                yield from ((location, each) for each in _of_function(function))


def _of_function(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    for call in ast.walk(function):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        for each in call.args[MAKERS_OF_SUGGESTIONS.get(name, len(call.args)) :]:
            yield from _expressions(each.value if isinstance(each, ast.Starred) else each, function)
        at = MAKERS.get(name)
        # `refused` of hosts takes an error, not its text.
        if at is not None and len(call.args) > at and not ast.unparse(call.args[at]).endswith(PROTOCOL):
            yield from _expressions(call.args[at], function)


def _expressions(hint: ast.expr, function: ast.AST, depth: int = 0) -> Iterator[str]:
    """What is put into a text; through variables of the function, both sides of a choice, and calls of `join`."""
    if isinstance(hint, ast.JoinedStr):
        for part in hint.values:
            if isinstance(part, ast.FormattedValue):
                yield from _expressions(part.value, function, depth)
    elif isinstance(hint, ast.IfExp):
        yield from _expressions(hint.body, function, depth)
        yield from _expressions(hint.orelse, function, depth)
    elif isinstance(hint, ast.BoolOp):
        for each in hint.values:
            yield from _expressions(each, function, depth)
    elif isinstance(hint, ast.Name) and depth < 3:
        found = [
            each.value
            for each in ast.walk(function)
            if isinstance(each, ast.Assign)
            and any(isinstance(to, ast.Name) and to.id == hint.id for to in each.targets)
        ]
        for value in found:
            yield from _expressions(value, function, depth + 1)
        if not found:
            yield hint.id
    elif not isinstance(hint, ast.Constant):
        yield ast.unparse(hint)


def test_hints_hold_nothing_of_the_workspace() -> None:
    found = list(hints())
    assert len(found) > 20, "the calls that make hints are known by name"
    wrong = [f"{location}: {each}" for location, each in found if each not in TRUSTED]
    assert not wrong, "\n".join(wrong)
