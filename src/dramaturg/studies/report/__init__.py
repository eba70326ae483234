"""Telling: a study as report, pictures, tables and graphs, with everything personal taken out where
that is wanted.
"""
