"""Our sample of each rune in a real browser: `make gallery`."""
