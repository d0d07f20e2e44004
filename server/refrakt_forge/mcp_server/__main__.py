"""`python -m refrakt_forge.mcp_server`."""

import sys

from refrakt_forge.mcp_server import main

sys.exit(main())
