"""The passes of the identity transform, one module each. `rune_transform` has their order."""
