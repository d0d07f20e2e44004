"""The one exception a user can cause. It has a stable code, says what is wrong, and names the next thing to do.

Every skin shows it in its own way: a sentence or JSON on standard error, an error result of a tool, an error reply.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from .untrusted import one_line

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
    "TOOL_FAILED",
]
CODES: tuple[str, ...] = get_args(Code)
"""The codes of refrakt itself. A plugin may have its own."""


class RefraktError(Exception):
    """A request that cannot be answered: a stable code, what is wrong, and what to do instead.

    The message quotes names and texts of the workspace with `untrusted.quoted`. The hint holds none of them: agents follow it.
    """

    def __init__(
        self, code: str, message: str, hint: str, exit_code: int = 2, data: Any = None, detail: str = ""
    ) -> None:
        message = one_line(message)
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = one_line(hint)
        self.exit_code = exit_code
        """What a command ends with."""
        self.data = data
        """Anything more a program may want to know; plain JSON."""
        self.detail = one_line(detail)
        """What else a reader should know, such as the names there are, where the message itself has to stay as it is."""

    def __str__(self) -> str:
        said = f"{self.message}; {self.detail}" if self.detail else self.message
        return f"{said}{'' if said.endswith(('?', '.')) else '.'} {self.hint}"

    def as_json(self) -> dict[str, Any]:
        """The shape in which a program is told."""
        told: dict[str, Any] = {"error": self.message, "errorCode": self.code, "hint": self.hint}
        told |= {"detail": self.detail} if self.detail else {}
        return told if self.data is None else {**told, "data": self.data}
