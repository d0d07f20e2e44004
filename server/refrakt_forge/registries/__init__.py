"""Remote indexes of plugins, agents and tools."""
