"""Language features: each takes a page and an offset and returns offsets. No protocol, no I/O."""
