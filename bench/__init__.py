"""Benchmarks: Dramaturg beside real peers in one run, as ratios. `make bench` runs them."""
