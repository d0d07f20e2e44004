"""Site rules: problems of a page that depend on other pages. One module each."""
