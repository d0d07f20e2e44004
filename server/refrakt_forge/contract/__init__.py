"""Inputs and outputs of the 18 tools. The names are those of the specification; see docs/forge for how they may change."""
