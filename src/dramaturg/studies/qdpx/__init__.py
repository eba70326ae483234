"""REFI-QDA projects: a study as other programs for qualitative analysis open it, and what comes
back from them.
"""
