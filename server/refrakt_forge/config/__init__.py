"""The configuration: where it is found, its historical shapes, and one normalised form."""
