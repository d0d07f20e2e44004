"""Why something cannot be renamed. Said before anything is changed."""

from __future__ import annotations

from refrakt.errors import RefraktError
from refrakt.untrusted import LONGEST, one_line, word


def refusal(message: str, hint: str) -> RefraktError:
    """A name that cannot be used, or a thing that cannot be renamed."""
    return RefraktError("INVALID_ARGS", message, hint)


def taken(what: str, where: str | None = None) -> RefraktError:
    """A path or an address at which there is something already."""
    there = f": {word(where, LONGEST)}" if where else ""
    return RefraktError("ALREADY_EXISTS", f"{one_line(what, LONGEST)} is there already{there}", "Choose another name.")


def in_use(id: str, where: str) -> RefraktError:
    """An id that something else has."""
    return RefraktError(
        "DUPLICATE_ID", f"'{one_line(id, LONGEST)}' is in use already: {word(where, LONGEST)}", "Choose another name."
    )


def still_read() -> RefraktError:
    """Pages that are not read yet may name the thing, and nothing is changed before it is known who does."""
    return RefraktError("TOOL_FAILED", "the pages of this site are still being read", "Try again in a moment.")
