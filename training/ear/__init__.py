"""Training the ear: rows to examples, examples to an encoder and its heads, those to one file."""
