"""How well mistakes are reported, explained and fixed: `make mistakes`.

Each kind of mistake is seeded into correct pages, one mistake per page; the page as it was is the truth that a fix must restore.
"""
