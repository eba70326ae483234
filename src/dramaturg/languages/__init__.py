"""Languages: which one words are in, what each is called, and letters as they are compared."""
