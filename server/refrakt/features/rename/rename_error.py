"""The reasons why a rename is refused, raised before anything is changed."""

from __future__ import annotations

from refrakt.errors import RefraktError
from refrakt.untrusted import LONGEST, one_line, word


def rename_error(message: str, hint: str) -> RefraktError:
    """A name that cannot be used, or a symbol that cannot be renamed."""
    return RefraktError("INVALID_ARGS", message, hint)


def already_exists(what: str, where: str | None = None) -> RefraktError:
    """A path or URL that already exists."""
    detail = f": {word(where, LONGEST)}" if where else ""
    return RefraktError("ALREADY_EXISTS", f"{one_line(what, LONGEST)} already exists{detail}", "Choose another name.")


def duplicate_id(id: str, reason: str) -> RefraktError:
    """An id that something else has. `reason` quotes the path of that."""
    return RefraktError(
        "DUPLICATE_ID", f"`{one_line(id, LONGEST)}` is already in use: {reason}", "Choose another name."
    )


def index_incomplete() -> RefraktError:
    """Pages that are not indexed yet may refer to the symbol."""
    return RefraktError("INDEXING", "the site is still being indexed", "Try again in a moment.")
