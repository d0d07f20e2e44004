"""Other names and other places for the things of a site, with every text that speaks of them changed along."""
