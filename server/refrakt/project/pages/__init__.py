"""The pages of a site: which files there are, where each is served, and what each says about itself and others.

Nothing here knows two pages at once. A `ContentTree` is the files, `Routes` are the addresses, `PageFacts` are one page; whoever
puts them together can replace one page without asking the others.
"""
