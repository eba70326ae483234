"""Rules that a line keeps before anybody hears it."""
