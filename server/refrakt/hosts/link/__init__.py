"""How an agent's MCP client finds the process that has the project open, and stays with the project when that process changes.

`relay` is what a client spawns; `endpoint` is the door of a host; `headless` is the host where no editor runs. They meet at
the place that `rendezvous` names and open with the lines of `greeting`.
"""
