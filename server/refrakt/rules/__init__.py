"""The rules: what can be wrong with a page, why, and how to fix it. One module each.

A rule has a stable code. Its module's docstring is its page in the manual. Adding a rule is adding a file here.
"""
