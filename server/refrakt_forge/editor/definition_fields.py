"""The fields of agents and tools."""

from __future__ import annotations

from refrakt_forge.definitions.agent import CACHE_SOURCE_FIELDS, MOST_TOKENS, PROVIDERS
from refrakt_forge.definitions.tool import HTTP_METHODS, IMPLEMENTATIONS, PARAMETER_TYPES
from refrakt_forge.editor.format_field import FormatField, flag, mapping, text, texts
from refrakt_forge.names import Kind


def _shared(kind: Kind, name_form: str) -> dict[str, FormatField]:
    return {
        "name": text(f"The name of the {kind}: {name_form}. It equals the name of the file or folder.", required=True),
        "type": text(f"Always `{kind}`.", values=(kind,), required=True),
        "description": text(f"What the {kind} does, in one sentence."),
        "version": text("The version in three numbers, such as `1.0.0`.", required=True),
        "tags": texts("Words to find it by."),
        "extends": text(
            f"The {kind} whose fields are inherited, optionally with `@` and a version range. Own fields take precedence.",
            refers_to=kind,
        ),
        "author": text("Who wrote it."),
        "license": text("The licence, such as `MIT`."),
        "fork_of": mapping(
            f"The {kind} of which this one is a copy.",
            {
                "name": text(f"The name of the original {kind}.", required=True, refers_to=kind),
                "version": text("The version that was copied.", required=True),
                "forked_at": text("When it was copied, such as `2025-01-31T12:00:00Z`."),
                "merged_at": text("When changes of the original were last merged."),
            },
        ),
        "fork": mapping(
            f"The {kind} of which this one is a copy; `fork_of` is the usual key.",
            {
                "upstream": text(f"The name of the original {kind}.", required=True, refers_to=kind),
                "upstreamVersion": text("The version that was copied.", required=True),
                "forkedAt": text("When it was copied."),
                "localChanges": FormatField("What was changed.", "any value"),
            },
        ),
    }


_PARAMETER: dict[str, FormatField] = {
    "type": text("The type of the value.", values=PARAMETER_TYPES, required=True),
    "required": flag("Whether a caller must pass it.", required=True),
    "description": text("What the parameter means."),
    "default": FormatField("The value without one of the caller. It has the declared type.", "any value"),
    "enum": FormatField("The allowed values.", "list"),
    "items": FormatField("The type of the items of an array.", "any value"),
}
_PARAMETER["properties"] = FormatField(
    "The parameters inside an object.", "mapping", entries=mapping("A parameter.", _PARAMETER)
)

_SANDBOX = mapping(
    "How the command is restricted.",
    {
        "enabled": flag("Whether the command runs in a sandbox.", required=True),
        "allowlisted_commands": texts("The programs that the command may start."),
        "network_access": flag("Whether the command may use the network."),
        "max_execution_time": FormatField("Seconds until the command is ended.", "number"),
        "env_vars": texts("The variables that the command gets."),
    },
)
_IMPLEMENTATION = mapping(
    "How the tool works. Forge only describes tools: it never runs one.",
    {
        "type": text(
            "The kind of implementation; the key of the same name describes it.", values=IMPLEMENTATIONS, required=True
        ),
        "bash": mapping(
            "A shell command.",
            {
                "command": text("The command; `{{name}}` is the value of a parameter.", required=True),
                "sandbox": _SANDBOX,
            },
        ),
        "python": mapping(
            "A Python function.",
            {
                "module": text("The module, such as `package.module`.", required=True),
                "function": text("The name of the function.", required=True),
            },
        ),
        "http": mapping(
            "An HTTP request.",
            {
                "method": text("The method of the request.", values=HTTP_METHODS, required=True),
                "url": text("An http or https URL.", required=True),
                "headers": FormatField(
                    "The headers of the request.", "mapping", entries=text("The value of the header.")
                ),
                "body_template": text("The body of the request."),
            },
        ),
    },
    required=True,
)

TOOL = mapping(
    "A tool.",
    {
        **_shared("tool", "letters, digits, `-` and `_`"),
        "parameters": FormatField(
            "The parameters by name; `{}` if there are none.",
            "mapping",
            entries=mapping("A parameter.", _PARAMETER),
            required=True,
        ),
        "implementation": _IMPLEMENTATION,
        "depends_on": texts("The tools that this one needs.", refers_to="tool"),
        "output": FormatField(
            "The JSON schema of the result.", "mapping", entries=FormatField("Part of a JSON schema.", "any value")
        ),
        "extended_description": text("A longer description; in Markdown, the body of the file."),
    },
)

_CACHE_SOURCE = mapping(
    "Text that is cached with the prompt.",
    {
        "type": text("Where the text comes from.", values=tuple(CACHE_SOURCE_FIELDS), required=True),
        "label": text("The name of the text.", required=True),
        "path": text("The file, for the type `file`."),
        "pattern": text("The glob pattern of the files, for the type `glob`."),
        "content": text("The text itself, for the type `inline`."),
        "uri": text("`codex://org/project/path`, for the type `codex`."),
        "ttl": FormatField("Seconds until it is read again.", "number"),
    },
)
AGENT = mapping(
    "An agent.",
    {
        **_shared("agent", "letters, digits, `-`, `_` and `:`"),
        "llm": mapping(
            "The language model.",
            {
                "provider": text("Who runs the model.", values=PROVIDERS, required=True),
                "model": text("The name of the model, as the provider spells it.", required=True),
                "temperature": FormatField("How much the answers vary.", "number", minimum=0, maximum=1),
                "max_tokens": FormatField("The longest answer, in tokens.", "number", minimum=1, maximum=MOST_TOKENS),
            },
            required=True,
        ),
        "tools": texts(
            "The tools that the agent may use, each optionally with `@` and a version range.",
            required=True,
            refers_to="tool",
        ),
        "system_prompt": text("The instructions of the agent; in Markdown, the body of the file."),
        "custom_tools": FormatField("Tools that only this agent has.", "list", items=TOOL),
        "caching": mapping(
            "What is cached with the prompt.",
            {
                "enabled": flag("Whether it is cached.", required=True),
                "cache_sources": FormatField("The cached texts.", "list", items=_CACHE_SOURCE, required=True),
            },
        ),
        "config": FormatField(
            "Settings of the agent's own.", "mapping", entries=FormatField("A setting.", "any value")
        ),
    },
)
