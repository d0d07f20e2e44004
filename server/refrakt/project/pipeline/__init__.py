"""The pages of a site as they are shown: rendered with everything they refer to on other pages.

Each rendered page records its queries of the index and the files it read, so that it is rendered again only if one of them changes.
"""
