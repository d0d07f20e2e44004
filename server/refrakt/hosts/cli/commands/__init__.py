"""One module per command; `refrakt.hosts.cli` imports the one that was typed."""
