"""Text of the workspace in the messages of plugins: quoted, on one line. Hints hold none of it."""

from refrakt.untrusted import LONGEST, has_control_characters, one_line, quoted, quoted_names, word

__all__ = ["LONGEST", "has_control_characters", "one_line", "quoted", "quoted_names", "word"]
