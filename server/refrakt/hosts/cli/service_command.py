"""The command of a service: its arguments are the fields of the input, its help what the input's class says about them.

A service that declares `cli="plugins list"` needs nothing else to be `refrakt plugins list`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import types
from collections.abc import Sequence
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from refrakt.errors import RefraktError
from refrakt.services.context import Context
from refrakt.services.payload import as_json, camel
from refrakt.services.registry import Service

from . import streams
from .arguments import Parser
from .declarations import Declaration, field_sentences
from .exits import FINE
from .jsontext import pretty
from .refusal import refuse
from .sites import tell_config_problems

FORM = "format"
"""The switch that every such command has; an input cannot have a field of this name."""


def run(declaration: Declaration, words: Sequence[str], prog: str) -> int:
    """Run the service that is declared so."""
    service = load(declaration)
    arguments = vars(parser(service, prog).read(words))
    form = arguments.pop(FORM)
    try:
        context = Context.at(Path.cwd())
        answer = service.answer(context, arguments)
        if service.needs == "site":
            tell_config_problems(context, arguments.get("site"))
    except RefraktError as trouble:
        return refuse(trouble, form)
    if form == "json" or service.text is None:
        streams.write(pretty(as_json(answer)) + "\n")
    else:
        streams.write(service.text(answer).removesuffix("\n") + "\n")
    return service.exit_code(answer) if service.exit_code is not None else FINE


def load(declaration: Declaration) -> Service:
    """The service itself."""
    module = importlib.import_module(f"refrakt.services.{declaration.module}")
    found = (getattr(value, "__service__", None) for value in vars(module).values())
    return next(each for each in found if isinstance(each, Service) and each.cli == declaration.words)


def parser(service: Service, prog: str) -> Parser:
    """How the words of its command are read. What is not given is left out, so that the input's own defaults hold."""
    made = Parser(prog, service.about)
    hints = get_type_hints(service.input)
    sentences = field_sentences(service.input)
    kind: Any = service.input
    given = {each.name: each for each in fields(kind)}
    for name in service.positional:
        _positional(made, given[name], hints[name], sentences.get(name))
    for name, each in given.items():
        if name not in service.positional:
            _switch(made, each, hints[name], sentences.get(name))
    made.add_argument(f"--{FORM}", choices=["text", "json"], default="text", help="how to answer (text)")
    return made


def _positional(made: Parser, field: Field[Any], hint: Any, sentence: str | None) -> None:
    optional = field.default is not MISSING or field.default_factory is not MISSING
    many = _is_list(hint)
    count = "*" if many and optional else "+" if many else "?" if optional else None
    made.add_argument(
        camel(field.name),
        nargs=count,
        metavar=field.name.upper(),
        default=argparse.SUPPRESS,
        help=_help(sentence),
        **_reading(hint),
    )


def _switch(made: Parser, field: Field[Any], hint: Any, sentence: str | None) -> None:
    name = f"--{field.name.replace('_', '-')}"
    destination: dict[str, Any] = {"dest": camel(field.name), "default": argparse.SUPPRESS, "help": _help(sentence)}
    if hint is bool:
        on = field.default is not True
        made.add_argument(
            name if on else f"--no-{name[2:]}", action="store_true" if on else "store_false", **destination
        )
        return
    needed = field.default is MISSING and field.default_factory is MISSING
    more: dict[str, Any] = {"action": "append"} if _is_list(hint) else {}
    reading = _reading(hint)
    if "choices" not in reading:
        reading["metavar"] = field.name.upper()
    made.add_argument(name, required=needed, **destination, **reading, **more)


def _help(sentence: str | None) -> str | None:
    """A sentence as argparse wants it: a percent sign is a mark there."""
    if sentence is None:
        return None
    return (sentence[:1].lower() + sentence[1:]).removesuffix(".").replace("%", "%%")


def _reading(hint: Any) -> dict[str, Any]:
    """What argparse must know to make a value of this type."""
    kinds = [each for each in get_args(hint) if each is not types.NoneType] if _is_union(hint) else [hint]
    kind = kinds[0]
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return {"choices": list(get_args(kind))}
    if kind in (int, float):
        return {"type": kind}
    return {"type": _json} if get_origin(kind) is dict else {}


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (types.UnionType, Union)


def _is_list(hint: Any) -> bool:
    parts = get_args(hint) if _is_union(hint) else (hint,)
    return any(get_origin(each) is list for each in parts)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"{text[:40]} is not JSON: {error}") from error
