"""Quoting of workspace text in the messages of plugins. Hints contain none of it."""

from refrakt.untrusted import LONGEST, fenced, has_control_characters, one_line, quoted, quoted_names, word

__all__ = ["LONGEST", "fenced", "has_control_characters", "one_line", "quoted", "quoted_names", "word"]
