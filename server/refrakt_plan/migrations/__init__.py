"""Migrations of the files of an older plan, one module each.

A migration inspects a plan and returns its steps, fully checked. It changes nothing itself.
"""
