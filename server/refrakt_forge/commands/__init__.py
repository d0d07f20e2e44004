"""The 18 commands, one module per category."""
