"""The hosts: each translates one interface (CLI, LSP, MCP) into calls of services and features, without logic of its own."""
