"""How the MCP relay of an agent finds the process that serves a project, and follows the project when that process changes.

`relay` is what an MCP client starts; `endpoint` accepts connections in a host. Both use the socket at `host_address` and start with
the `handshake`. This package does not know MCP beyond the JSON-RPC lines it forwards; `hosts.mcp` serves the connections.
"""
