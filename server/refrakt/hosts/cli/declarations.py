"""Which commands there are, known without loading what they run.

Some commands have a module of their own under `commands/`, named in `COMMANDS`. The others are services that say `cli=`: their
declarations are read here from the text of their modules, because importing all of them would make `refrakt --help` and a
shell's completion wait for an engine they do not use. A test compares with the table of services itself.
"""

from __future__ import annotations

import ast
import os
from functools import cache
from typing import NamedTuple

from .commands import COMMANDS


class Declaration(NamedTuple):
    """A service that is a command."""

    words: str
    """What is typed: `plugins list`."""
    module: str
    summary: str


@cache
def declared() -> dict[str, Declaration]:
    """The services that are commands and have no module under `commands/`, by their words."""
    from refrakt import services

    found: dict[str, Declaration] = {}
    for folder in services.__path__:
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    text = file.read()
                if "cli=" in text:
                    found |= _declarations(ast.parse(text), name.removesuffix(".py"))
    return {words: each for words, each in sorted(found.items()) if words not in COMMANDS}


def summaries() -> dict[str, str]:
    """All commands of refrakt itself with their lines of help."""
    return {**COMMANDS, **{words: each.summary for words, each in declared().items()}}


def _declarations(tree: ast.Module, module: str) -> dict[str, Declaration]:
    found = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for decorator in node.decorator_list:
                words = _words(decorator)
                if words is not None:
                    found[words] = Declaration(words, module, _summary(ast.get_docstring(node) or ""))
    return found


def _words(decorator: ast.expr) -> str | None:
    if not (
        isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "service"
    ):
        return None
    for keyword in decorator.keywords:
        if keyword.arg == "cli" and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
            return keyword.value.value
    return None


def _summary(docstring: str) -> str:
    """The first part of the first sentence, begun in lower case as the other lines of help are."""
    text = " ".join(docstring.split())
    for end in (". ", ": ", "; "):
        text = text.partition(end)[0]
    text = text.removesuffix(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def field_sentences(kind: type) -> dict[str, str]:
    """What the class of an input says about its fields, in the strings that stand below them."""
    import sys

    path = sys.modules[kind.__module__].__file__
    if path is None:
        return {}
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == kind.__name__:
            for field, below in zip(node.body, node.body[1:], strict=False):
                if (
                    isinstance(field, ast.AnnAssign)
                    and isinstance(field.target, ast.Name)
                    and isinstance(below, ast.Expr)
                ):
                    value = below.value
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        found[field.target.id] = " ".join(value.value.split())
    return found
