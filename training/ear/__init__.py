"""Training the ear. Its rows come first: what was written for it, and how that is read."""
