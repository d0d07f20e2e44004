"""The exit codes every command keeps to, so that scripts can tell `no` from `could not`."""

FINE = 0
FOUND = 1
"""There are problems, or a file would change."""
UNKNOWN = 1
"""There is no such command, or none was given."""
BAD_USAGE = 2
"""The command line makes no sense, or a file could not be read or written. The other files are still handled."""
INTERRUPTED = 130
