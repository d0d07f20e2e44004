"""Everything related to one entity, within a size limit."""
