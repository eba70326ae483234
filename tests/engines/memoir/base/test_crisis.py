"""What is said when somebody may be in danger."""

from __future__ import annotations

from tests.engines.memoir.origins import artifacts


def test_the_shipped_guidance_names_no_number_and_no_country() -> None:
    assert not any(letter.isdigit() for letter in artifacts().crisis.default)
    assert artifacts().crisis.countries == {}


def test_a_country_that_was_written_for_gets_its_own_guidance_and_others_the_default() -> None:
    crisis = artifacts().crisis.model_copy(update={"countries": {"NL": "Ask the village doctor."}})
    assert crisis.words_for("NL") == "Ask the village doctor."
    assert crisis.words_for("BR") == crisis.words_for(None) == crisis.default
