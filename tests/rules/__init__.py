"""What is found on pages, and what becomes of them when it is mended."""
