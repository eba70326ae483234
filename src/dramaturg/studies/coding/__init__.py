"""Codes: what is the same in many interviews under one name, and what the analyst and a second
coder make of it.
"""
