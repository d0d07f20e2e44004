"""Everything around one item, in one answer of a bearable length."""
