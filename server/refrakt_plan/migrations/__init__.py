"""Bringing the files of an older plan up to date, one module for each way in which they may be behind.

Each looks at a plan and says what it would do, step by step, with everything checked that can be checked before; nothing is
changed by looking.
"""
