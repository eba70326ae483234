"""A fifth engine: it asks riddles. All there is of it is this folder, and one line in the table.

Run as `python -m tests.fifth_engine`, it adds that line and then plays: see `playing.py`.
"""
