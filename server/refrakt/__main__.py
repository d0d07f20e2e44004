"""`python -m refrakt` is the `refrakt` command, also where the script is not on the path."""

import sys

from refrakt.hosts.cli import main

if __name__ == "__main__":
    sys.exit(main())
