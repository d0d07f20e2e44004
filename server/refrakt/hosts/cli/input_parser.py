"""The command line of a declared input: an option or a positional argument for each field, with the field's docstring as help."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from typing import Any, get_args, get_origin

from refrakt.command_input import InputField, field_help, input_fields
from refrakt.hosts.cli.argument_parser import Parser

FORMAT = "format"
"""The option that every such command with an answer has, its own or `text|json`."""
_OPTION = re.compile(r"--([^\s=]+)(?:=.*)?", re.DOTALL)


class InputParser(Parser):
    """Reads the arguments of a command into its inputs: that of the service or plugin, and that of the command line alone."""

    def __init__(self, prog: str, about: str, *inputs: type, documented: bool = True, formats: bool = True) -> None:
        super().__init__(prog, about)
        self._inputs = inputs
        for kind in inputs:
            # The help is read from the source, which takes longer than to parse most command lines.
            help_texts = field_help(kind) if documented else {}
            for each in _of_shell(kind):
                self._add(each, help_texts.get(each.name, ""))
        if formats and not any(each.name == FORMAT for kind in inputs for each in _of_shell(kind)):
            self.add_argument(
                f"--{FORMAT}", choices=["text", "json"], default="text", help="output format (default: text)"
            )

    def read_inputs(self, arguments: Sequence[str]) -> tuple[str | None, list[Any]]:
        """The format that the command line asks for, and an instance of each input."""
        self._collect_undeclared(arguments)
        parsed = vars(self.read(arguments))
        made = []
        for kind in self._inputs:
            names = {each.name: each for each in _of_shell(kind)}
            made.append(kind(**{name: _value(names[name], value) for name, value in parsed.items() if name in names}))
        return parsed.get(FORMAT), made

    def _add(self, declared: InputField, help_text: str) -> None:
        spec = declared.spec
        if spec.options or spec.undeclared:
            for name in spec.options:
                about = spec.option_help.format(name=name)
                self.add_argument(f"--{name}", metavar="VALUE", dest=declared.name, action=_Collect, help=about)
            self.set_defaults(**{declared.name: {}})
        elif spec.positional:
            self._add_positional(declared, help_text)
        else:
            self._add_option(declared, help_text)

    def _add_positional(self, declared: InputField, help_text: str) -> None:
        spare = declared.spec.shell_default
        many, optional = _is_list(declared), not declared.required or spare is not None
        self.add_argument(
            declared.name,
            nargs="*" if many and optional else "+" if many else "?" if optional else None,
            default=argparse.SUPPRESS if spare is None else spare,
            help=_help(declared, help_text),
            **_conversion(declared),
        )

    def _add_option(self, declared: InputField, help_text: str) -> None:
        name = f"--{declared.name.replace('_', '-')}"
        letters = [f"-{declared.spec.letter}"] if declared.spec.letter else []
        more: dict[str, Any] = {"dest": declared.name, "default": argparse.SUPPRESS, "help": _help(declared, help_text)}
        if declared.types == (bool,):
            if declared.default is None:
                self.add_argument(name, action=argparse.BooleanOptionalAction, **more)
            elif declared.default is True:
                self.add_argument(f"--no-{name[2:]}", action="store_false", **more)
            else:
                self.add_argument(*letters, name, action="store_true", **more)
            return
        more |= _conversion(declared)
        if _is_list(declared) or declared.spec.pairs:
            more["action"] = "append"
        self.add_argument(*letters, name, required=declared.required, **more)

    def _collect_undeclared(self, arguments: Sequence[str]) -> None:
        """Accept the undeclared options of a command that collects them: only the command knows which names are valid."""
        shown = (each for kind in self._inputs for each in _of_shell(kind))
        collecting = [each for each in shown if each.spec.options or each.spec.undeclared]
        if collecting:
            # An option without a value is a flag, where the names of options are those of attributes.
            flags: dict[str, Any] = {"nargs": "?", "const": ""} if collecting[0].spec.undeclared else {}
            for name in dict.fromkeys(found[1] for each in arguments if (found := _OPTION.fullmatch(each))):
                if f"--{name}" not in self.options():
                    self.add_argument(
                        f"--{name}", dest=collecting[0].name, action=_Collect, help=argparse.SUPPRESS, **flags
                    )


class _Collect(argparse.Action):
    """Adds `--NAME VALUE` to a dict, in the order of the command line."""

    def __call__(
        self, parser: argparse.ArgumentParser, parsed: argparse.Namespace, value: Any, option: str | None = None
    ) -> None:
        name = self.option_strings[0].removeprefix("--")
        setattr(parsed, self.dest, {**getattr(parsed, self.dest), name: value})


def asks_for_help(arguments: Sequence[str]) -> bool:
    """Whether a command line needs the help of the options."""
    return "-h" in arguments or "--help" in arguments


def _of_shell(kind: type) -> list[InputField]:
    return [each for each in input_fields(kind) if each.spec.shell]


def _is_list(declared: InputField) -> bool:
    return any(get_origin(each) is list for each in declared.types)


def _help(declared: InputField, help_text: str) -> str:
    """The help of a field as argparse formats it, with its default."""
    shown = declared.default if declared.types != (bool,) and declared.default not in (None, "") else None
    default = f" (default: {shown})" if shown is not None and not declared.required else ""
    return f"{help_text}{default}".replace("%", "%%")


def _conversion(declared: InputField) -> dict[str, Any]:
    """How argparse names a value of the field and makes one of its type."""
    if declared.choices:
        return {"choices": [*declared.choices, *declared.spec.shell_choices]}
    shown = {"metavar": declared.spec.metavar or declared.name.upper()}
    kind = declared.types[0]
    if get_origin(kind) is list:
        kind = get_args(kind)[0]
    if kind is int:
        return {**shown, "type": lambda text: _whole_number(text, declared.spec.minimum, declared.spec.maximum)}
    if get_origin(kind) is dict:
        return {**shown, "type": _pair if declared.spec.pairs else _json_object}
    longest = declared.spec.max_length
    return {**shown, "type": lambda text: _short_text(text, longest)} if longest is not None else shown


def _value(declared: InputField, value: Any) -> Any:
    """A parsed value as the input has it."""
    if declared.spec.pairs:
        return dict(value)
    if _is_list(declared) and str in declared.types and len(value) == 1:
        return value[0]
    return value


def _whole_number(text: str, minimum: int | None, maximum: int | None) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
    if minimum is not None and int(text) < minimum:
        raise argparse.ArgumentTypeError(f"{text} is less than {minimum}")
    if maximum is not None and int(text) > maximum:
        raise argparse.ArgumentTypeError(f"{text} is more than {maximum}")
    return int(text)


def _short_text(text: str, longest: int) -> str:
    if len(text) > longest:
        raise argparse.ArgumentTypeError(f"it has more than {longest} characters")
    return text


def _json_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not JSON: {error}") from error
    if not isinstance(value, dict):
        raise argparse.ArgumentTypeError(f"'{text[:40]}' is not a JSON object")
    return value


def _pair(text: str) -> tuple[str, Any]:
    """A key and its value: a number, true, false, or else text; None without `=`."""
    key, equals, value = text.partition("=")
    if not equals:
        return key, None
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value
