"""Forge: agent, tool and plugin definitions under `.fractary/`, as a plugin of refrakt and as the server `fractary-forge-mcp`."""
