"""What is said when somebody may be in danger."""

from __future__ import annotations

from tests.engines.memoir.origins import artifacts

from dramaturg.engines.memoir.artifacts import Teller
from dramaturg.engines.memoir.safety.crisis import guidance


def test_the_shipped_guidance_names_no_number_and_no_country() -> None:
    assert not any(letter.isdigit() for letter in artifacts().crisis.default)
    assert artifacts().crisis.countries == {}


def test_a_country_that_was_written_for_gets_its_own_guidance_and_others_the_default() -> None:
    crisis = artifacts().crisis.model_copy(update={"countries": {"NL": "Ask the village doctor."}})
    ours = artifacts().model_copy(update={"crisis": crisis})
    assert guidance(ours, Teller(country="NL")) == "Ask the village doctor."
    assert guidance(ours, Teller(country="BR")) == guidance(ours, Teller()) == crisis.default
