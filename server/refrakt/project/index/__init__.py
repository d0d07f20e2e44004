"""The pages of a site together: who is served where, who leads to whom, and what is wrong between them."""
