"""Repairs of tags that Markdoc cannot parse.

A tag that is nearly right shows what was meant: which quote, which equals sign, which comma. `TagReader` reads it with a lenient
grammar and records what it had to correct. The corrections are a repair only if the whole tag is valid afterwards.
"""
