"""How answers look on a terminal, whatever stands in them."""
