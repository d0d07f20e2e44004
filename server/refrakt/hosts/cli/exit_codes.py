"""The exit codes of all commands; scripts distinguish problems from failures by them."""

SUCCESS = 0
PROBLEMS_FOUND = 1
"""There are problems, or a file would change."""
UNKNOWN_COMMAND = 1
"""No command, or an unknown one."""
BAD_USAGE = 2
"""Invalid arguments, or a file that cannot be read or written; other files are still processed."""
INTERRUPTED = 130
