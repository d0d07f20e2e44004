"""What can be named on a site, and every place that names it."""
