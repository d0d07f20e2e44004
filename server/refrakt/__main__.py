"""`python -m refrakt` is the `refrakt` command, also where the script is not on the path."""

import os
import sys

# Python puts the current folder first; nothing of the project we are called in is ever imported.
sys.path[:] = [each for each in sys.path if each not in ("", os.getcwd())]

from refrakt.hosts.cli import main  # noqa: E402 - only now is it safe

if __name__ == "__main__":
    sys.exit(main())
