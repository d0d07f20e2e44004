"""Registers MCP servers with clients, for plugins that have a server of their own or set up a project for agents."""

from refrakt.project.mcp_clients import CLIENTS, REFRAKT, McpClient, McpServer
from refrakt.project.mcp_registration import Registration, registration

__all__ = ["CLIENTS", "REFRAKT", "McpClient", "McpServer", "Registration", "registration"]
