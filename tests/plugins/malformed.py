"""Plugins with one malformed part each, beside a command, a resource, a prompt and a provider that are well-formed."""

from __future__ import annotations

from typing import NamedTuple

NAME = "refrakt-bad"
NAMESPACE = "bad"


class Case(NamedTuple):
    id: str
    path: str
    """The path of the malformed part, as the warning names it."""
    commands: str = ""
    resources: str = ""
    prompts: str = ""
    fields: str = ""
    before: str = ""


def command(more: str) -> str:
    return f"Command('other', 'd', print, mcp_handler=print, {more})"


RAISES = """
class Raises(Command):
    description = property(lambda self: 1 / 0, lambda self, value: None)
raises = Raises('other', 'd', print)
"""
CYCLE = "cycle = {'type': 'object'}\ncycle['properties'] = {'x': cycle}\n"
DEEP = "deep = {'type': 'object'}\nfor _ in range(5000): deep = {'type': 'object', 'properties': {'x': deep}}\n"
WIDE = (
    "wide = {'type': 'object'}\nfor _ in range(60): wide = {'type': 'object', 'properties': {'x': wide, 'y': wide}}\n"
)
MODEL = """
class Fails:
    @classmethod
    def model_validate(cls, value): return value
    @classmethod
    def model_json_schema(cls, **more): raise ValueError('worms')
class Returns(Fails):
    @classmethod
    def model_json_schema(cls, **more): return {'type': 'object', 'title': '\\ud800'}
"""
INPUT = """
from dataclasses import dataclass
@dataclass
class Odd:
    path: complex = 0
"""
CONFUSED = """
class Confused(str):
    def __str__(self): raise ValueError('worms')
    def __len__(self): return 3
    def __eq__(self, other): raise ValueError('worms')
    __hash__ = str.__hash__
"""
HANDLER = "type('P', (), {'handles': property(lambda self: 1 / 0)})()"

NAMED = [
    # the cases of which each broke a list, or everything
    Case("input schema is a number", "commands[1].input_schema", commands=command("input_schema=3")),
    Case("input schema is an array", "commands[1].input_schema", commands=command("input_schema={'type': 'array'}")),
    Case("properties are a number", "commands[1].output_schema", commands=command("output_schema={'properties': 3}")),
    Case("resource without a name", "resources[1].name", resources="Resource('bad://x', None, 'd', lambda *_: None)"),
    Case(
        "prompt arguments are strings",
        "prompts[1].arguments[0]",
        prompts="Prompt('ask', 'd', lambda *_: 'x', ('name',))",
    ),
    Case("lone surrogate in the instructions", "instructions", fields="instructions='go \\ud800 on'"),
]
OTHERS = [
    Case("command is a string", "commands[1]", commands="'other'"),
    Case("name with a line end", "commands[1].name", commands="Command('a\\nb', 'd', print)"),
    Case("name with a surrogate", "commands[1].name", commands="Command('a\\ud800', 'd', print)"),
    Case("long name", "commands[1].name", commands="Command('a' * 100, 'd', print)"),
    Case("description with an escape", "commands[1].description", commands="Command('a', '\\x1b[2J', print)"),
    Case("description with a surrogate", "commands[1].description", commands="Command('a', '\\udfff', print)"),
    Case("long description", "commands[1].description", commands="Command('a', 'x' * 10**6, print)"),
    Case("property that raises", "commands[1].description", commands="raises", before=RAISES),
    Case("two commands of a name", "commands[1]", commands="Command('good', 'd', print)"),
    Case("reserved tool name", "commands[1]", commands=command("tool_name='refrakt.detect'")),
    Case("alias of another type", "commands[1].aliases", commands=command("aliases=(3,)")),
    Case("endless timeout", "commands[1].timeout", commands=command("timeout=float('inf')")),
    Case("model that fails", "commands[1].input_model", commands=command("input_model=Fails"), before=MODEL),
    Case("model with a surrogate", "commands[1].output_model", commands=command("output_model=Returns"), before=MODEL),
    Case(
        "input of unknown types", "commands[1].input", commands="Command('x', 'd', input=Odd, run=print)", before=INPUT
    ),
    Case("input is an instance", "commands[1].input", commands="Command('x', 'd', input=3, run=print)"),
    Case(
        "schema that contains itself", "commands[1].input_schema", commands=command("input_schema=cycle"), before=CYCLE
    ),
    Case(
        "references in a circle",
        "commands[1].input_schema",
        commands=command(
            "input_schema={'$ref': '#/$defs/a', '$defs': {'a': {'$ref': '#/$defs/b'}, 'b': {'$ref': '#/$defs/a'}}}"
        ),
    ),
    Case(
        "reference to itself in a choice",
        "commands[1].input_schema",
        commands=command(
            "input_schema={'properties': {'x': {'anyOf': [{'type': 'string'}, {'$ref': '#/properties/x'}]}}}"
        ),
    ),
    Case("deep schema", "commands[1].input_schema", commands=command("input_schema=deep"), before=DEEP),
    Case("schema that grows", "commands[1].output_schema", commands=command("output_schema=wide"), before=WIDE),
    Case("schema with other keys", "commands[1].input_schema", commands=command("input_schema={1: 2}")),
    Case("schema with a function", "commands[1].input_schema", commands=command("input_schema={'default': print}")),
    Case("schema with no number", "commands[1].input_schema", commands=command("input_schema={'x': float('nan')}")),
    Case("huge number", "commands[1].input_schema", commands=command("input_schema={'maximum': 10**5000}")),
    Case("surrogate in a schema", "commands[1].input_schema", commands=command("input_schema={'title': '\\ud800'}")),
    Case("required is a string", "commands[1].input_schema", commands=command("input_schema={'required': 'x'}")),
    Case("empty anyOf", "commands[1].output_schema", commands=command("output_schema={'anyOf': []}")),
    Case("unknown type", "commands[1].output_schema", commands=command("output_schema={'type': 'text'}")),
    Case(
        "reference to nothing", "commands[1].output_schema", commands=command("output_schema={'$ref': '#/$defs/None'}")
    ),
    Case(
        "reference elsewhere",
        "commands[1].output_schema",
        commands=command("output_schema={'$ref': 'https://example.org/x'}"),
    ),
    Case("broken pattern", "commands[1].output_schema", commands=command("output_schema={'pattern': '('}")),
    Case("resource is a number", "resources[1]", resources="3"),
    Case("no URI", "resources[1].uri", resources="Resource('x', 'x', 'd', print)"),
    Case("broken template", "resources[1].uri", resources="Resource('bad://{a b}', 'x', 'd', print)"),
    Case("slow template", "resources[1].uri", resources="Resource('bad://x/{+a}{+b}{+c}{+d}{+e}/y', 'x', 'd', print)"),
    Case("surrogate in a URI", "resources[1].uri", resources="Resource('bad://\\ud800', 'x', 'd', print)"),
    Case("resource without read", "resources[1].read", resources="Resource('bad://x', 'x', 'd', None)"),
    Case("MIME type of another type", "resources[1].mime_type", resources="Resource('bad://x', 'x', 'd', print, 3)"),
    Case("two resources of a URI", "resources[1]", resources="Resource('bad://good', 'x', 'd', print)"),
    Case("prompt is None", "prompts[1]", prompts="None"),
    Case(
        "two arguments of a name",
        "prompts[1].arguments[1].name",
        prompts="Prompt('ask', 'd', print, (PromptArgument('a', 'd'), PromptArgument('a', 'd')))",
    ),
    Case(
        "argument with a surrogate",
        "prompts[1].arguments[0].name",
        prompts="Prompt('ask', 'd', print, (PromptArgument('\\ud800', 'd'),))",
    ),
    Case("arguments are a number", "prompts[1].arguments", prompts="Prompt('ask', 'd', print, 3)"),
    Case("description is a number", "description", fields="description=3"),
    Case("description that confuses", "description", fields="description=Confused('\\x07')", before=CONFUSED),
    Case("long instructions", "instructions", fields="instructions='x' * 10**6"),
    Case("resources are a number", "resources", fields="resources=3"),
    Case("watched name with a zero byte", "watches[0]", fields="watches=['a\\0b', 'c']"),
    Case("config keys are a list", "config_keys", fields="config_keys=['garden']"),
    Case("meaning of a key is a number", "config_keys.a", fields="config_keys={'a': 3, 'b': 'fine'}"),
    Case("missing is a string", "missing", fields="missing='x'"),
    Case("envelope is a string", "envelope", fields="envelope='x'"),
    Case("provider without handles", "providers[1]", fields="providers=[provider, object()]"),
    Case("provider that raises", "providers[1].handles", fields=f"providers=[provider, {HANDLER}]"),
]
CASES = [*NAMED, *OTHERS]

CODE = """
{before}
good = Command('good', 'Do something.', lambda argv: None, mcp_handler=lambda arguments, context: {{'good': True}})
provider = type('Provider', (), {{'handles': lambda self, path, context: False}})()
parts = dict(
    description='about it',
    resources=[Resource('bad://good', 'good', 'd', lambda values, context: ResourceContent('x')), {resources}],
    prompts=[Prompt('good', 'd', lambda values, context: 'x', (PromptArgument('a', 'd'),)), {prompts}],
    providers=[provider],
) | dict({fields})
plugin = CliPlugin('bad', [good, {commands}], **parts)
"""


def code(case: Case) -> str:
    """The module of a plugin."""
    values = case._asdict()
    return CODE.format(**{name: values[name] for name in ("before", "commands", "resources", "prompts", "fields")})
