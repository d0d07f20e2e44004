"""What became of a plan over time, read off the commits of its repository.

`log` reads the commits, `versions` what a file said in each, `lineage` which changes belong to one entity,
`events` what a change means, `asking` answers questions. Nothing is kept but in memory, and nothing is written.
"""
