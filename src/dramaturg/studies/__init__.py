"""The study: from many interviews to evidence. Everything here is pure; `app/studies.py` holds
studies in the store.
"""
