"""What each piece of a page is, for editors that colour it."""
