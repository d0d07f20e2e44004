"""The one exception a user can cause: a stable code, what is wrong, and a hint about what to do.

Each host shows it in its own way: as a sentence or JSON on standard error, as the result of a failed tool call, as an LSP error.

A hint is written once and must not show a shell command to an agent, or a tool to a person. Placeholders name an operation and its
inputs as the tool does; each host spells them for its caller:

| in a hint               | on a shell          | for an agent   |
| ----------------------- | ------------------- | -------------- |
| `{command:plan.next_id}` | `refrakt plan next-id` | `plan.next_id` |
| `{option:hasProblems}`  | `--has-problems`    | `hasProblems`  |
| `{argument:id}`         | `ID`                | `id`           |

In an f-string the braces are doubled. `hint` keeps the placeholders; `str(error)` and `as_json()` spell them for a shell, and
`for_agent()` for an agent.
"""

from __future__ import annotations

import re
from typing import Any, Literal, get_args

from refrakt.untrusted import one_line

Code = Literal[
    "UNKNOWN_TOOL",
    "INVALID_ARGS",
    "NOT_FOUND",
    "VALIDATION_ERROR",
    "ALREADY_EXISTS",
    "DUPLICATE_ID",
    "PLAN_DIR_MISSING",
    "SITE_CONFIG_MISSING",
    "SITE_AMBIGUOUS",
    "SITE_NOT_FOUND",
    "CONFIG_INVALID",
    "RESOURCE_NOT_FOUND",
    "RESOURCE_FAILED",
    "PLUGIN_LOAD_FAILED",
    "CLI_INVOCATION_FAILED",
    "TOOL_TIMEOUT",
    "INDEXING",
    "TOO_LARGE",
    "NOT_A_REPOSITORY",
    "GIT_FAILED",
    "WRITE_FAILED",
    "CONNECTION_LOST",
    "PLUGIN_DISABLED",
    "TOOL_FAILED",
]
CODES: tuple[str, ...] = get_args(Code)
"""The codes of refrakt itself. A plugin may define its own."""

_PLACEHOLDER = re.compile(r"\{(command|option|argument):([A-Za-z][A-Za-z0-9_.]*)\}")
_WORD_START = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])")


class RefraktError(Exception):
    """A request that cannot be answered: a stable code, what is wrong, and a hint about what to do.

    The message quotes names and texts of the workspace with `untrusted.quoted`. The hint contains none of them: agents follow it.
    """

    def __init__(
        self, code: str, message: str, hint: str, exit_code: int = 2, data: Any = None, detail: str = ""
    ) -> None:
        message = one_line(message)
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = one_line(hint)
        """With placeholders."""
        self.exit_code = exit_code
        """The exit code of a command."""
        self.data = data
        """More details for programs; plain JSON."""
        self.detail = one_line(detail)
        """More details for a reader, such as the known names, where the message itself is fixed."""

    def __str__(self) -> str:
        text = f"{self.message}; {self.detail}" if self.detail else self.message
        return f"{_sentence(text)} {_sentence(shell_hint(self.hint), capital=True)}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """The error as JSON of a command."""
        found: dict[str, Any] = {"error": self.message, "errorCode": self.code, "hint": shell_hint(self.hint)}
        found |= {"detail": self.detail} if self.detail else {}
        return found if self.data is None else {**found, "data": self.data}

    def for_agent(self, underscores: bool = False) -> RefraktError:
        """The same error with a hint that names tools and fields; `underscores`: tools without dots."""
        hint = agent_hint(self.hint, underscores)
        return RefraktError(self.code, self.message, hint, self.exit_code, data=self.data, detail=self.detail)


def _sentence(text: str, capital: bool = False) -> str:
    is_name = "://" in text.partition(" ")[0]  # a URI keeps its spelling
    start = text[:1].upper() if capital and not is_name else text[:1]
    return f"{start}{text[1:]}{'' if text.endswith(('?', '.')) or not text else '.'}"


def shell_hint(hint: str) -> str:
    """A hint with the names of commands and options."""
    return _PLACEHOLDER.sub(_shell_name, hint)


def agent_hint(hint: str, underscores: bool = False) -> str:
    """A hint with the names of tools and fields; `underscores`: tools without dots."""
    return _PLACEHOLDER.sub(
        lambda found: found[2].replace(".", "_") if underscores and found[1] == "command" else found[2], hint
    )


def _shell_name(found: re.Match[str]) -> str:
    kind, name = found.groups()
    spelled = _WORD_START.sub("-", name).lower()
    if kind == "command":
        return f"refrakt {spelled.removeprefix('refrakt.').replace('.', ' ')}"
    return f"--{spelled}" if kind == "option" else spelled.upper()
