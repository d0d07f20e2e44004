"""The preview: a small web server on this machine that shows pages in a browser while they are written."""
