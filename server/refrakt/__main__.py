"""`python -m refrakt` is the `refrakt` command, also where the script is not on the path."""

import sys

# Python puts the current folder first; nothing of the project we are called in is ever imported.
if not sys.flags.safe_path:
    del sys.path[0]

from refrakt.hosts.cli import main

if __name__ == "__main__":
    sys.exit(main())
