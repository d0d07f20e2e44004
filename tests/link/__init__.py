"""The link between relays and hosts, with real processes and real sockets."""
