"""Markdoc sites that are not refrakt's own: Next.js, Astro, Keystatic, Markdoc's language server, plain folders.

`recognition.recognise` finds the sites of a folder from their files, without running anything. A `MarkdocSite` says which files
are pages, which URLs they have, and which options Markdoc has there. Everything is a function of the files; nothing is kept.
"""
