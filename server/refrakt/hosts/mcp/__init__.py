"""The MCP server: what agents see of a project.

`serving` is the door, and all that is imported before somebody connects. Everything else here needs the protocol library,
which takes the better part of a second to load.
"""
