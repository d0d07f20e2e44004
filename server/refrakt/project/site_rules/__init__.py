"""Rules between pages: what is wrong with a page only because of what other pages say. One module each."""
