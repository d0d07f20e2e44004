"""The MCP server: tools, resources and prompts of a project, for agents.

`connection_handler` is all that is imported before the first client connects. The rest needs the protocol library, which takes most
of a second to import. `headless_host` and `single_client_host` are the processes that a relay starts.
"""
