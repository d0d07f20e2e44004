"""A file of the plan that cannot be read, or is not UTF-8 text.

Whatever it contains is not part of the plan, and references to it are broken. Save it as UTF-8, or move it out of the plan.
"""

from __future__ import annotations

from refrakt.plugins import declare

UNREADABLE_FILE = declare("unreadable-file", "error", "files", __doc__ or "", scope="plan")
