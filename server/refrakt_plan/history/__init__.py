"""The history of a plan, from the commits of its git repository.

`commit_log` reads commits, `file_versions` the entity in each version of a file, `lineage` follows an entity through commits,
`events` describes changes, `history_query` answers queries. Caches are in memory only, and nothing is written.
"""
