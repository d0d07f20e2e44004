"""A page file that cannot be read.

The file is not UTF-8 text, is too large, is not readable, or the parser failed on it. The build of the site would also
fail on it. Convert the file to UTF-8, split it, or correct its permissions.
"""

from __future__ import annotations

from refrakt.project.index.unreadable_file import CODE
from refrakt.rules.registry import declare

declare(CODE, "error", "files", __doc__ or "", scope="site")
