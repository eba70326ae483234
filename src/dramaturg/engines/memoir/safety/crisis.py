"""What is said when somebody may be in danger."""

from __future__ import annotations

from dramaturg.engines.memoir.artifacts import Artifacts, Teller


def guidance(artifacts: Artifacts, teller: Teller) -> str:
    """The guidance for the teller's country, or the one for everywhere."""
    crisis = artifacts.crisis
    return (
        crisis.countries.get(teller.country, crisis.default) if teller.country else crisis.default
    )
