"""Whom people are told to turn to."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from dramaturg.care import contacts
from dramaturg.care.contacts import ContactFile, contacts_for, countries, country_named, stale
from dramaturg.care.deployment import care_policy
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.kernel.errors import ContentError, SettingsError
from dramaturg.turn.care import CareContact
from dramaturg.turn.hearing import Danger

OWN = """kind: care
way_back: false
contacts:
  - {name: Ada on duty, call: "+44 20 7946 0000", hours: weekdays}
"""


def test_more_than_twenty_countries_have_an_emergency_number_and_somebody_to_talk_to() -> None:
    assert len(countries()) >= 20
    for code, country in countries().items():
        kinds = {each.kind for each in country.contacts}
        assert {"emergency", "crisis", "abuse", "child"} <= kinds, code


def test_an_entry_says_where_it_comes_from_and_when_somebody_checked_it() -> None:
    for country in countries().values():
        for each in country.contacts:
            assert each.source.startswith("http")
            assert each.checked == "never" or isinstance(each.checked, date)


def test_what_nobody_has_checked_for_a_year_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {"kind": "crisis", "name": "Line", "call": "10", "source": "https://line.example"}
    written = ContactFile.model_validate(
        {
            "countries": {
                "XA": {"name": "A", "contacts": [{**entry, "checked": "2025-01-01"}]},
                "XB": {"name": "B", "contacts": [{**entry, "checked": "2026-01-01"}]},
                "XC": {"name": "C", "contacts": [{**entry, "checked": "never"}]},
            }
        }
    )
    monkeypatch.setattr(contacts, "countries", lambda: written.countries)
    found = list(stale(date(2026, 6, 1)))
    assert found == [("XA", 1, "2025-01-01"), ("XC", 1, "never")]


def test_who_is_hit_is_not_sent_to_an_emergency_number_first() -> None:
    kinds = [each.kind for each in contacts_for("abuse", "GB", ())]
    assert (kinds[0], kinds[-1]) == ("abuse", "emergency")
    assert contacts_for("medical", "GB", ())[0].kind == "emergency"
    assert "crisis" not in {each.kind for each in contacts_for("medical", "GB", ())}


def test_the_person_on_duty_comes_first_but_for_an_emergency() -> None:
    ada = CareContact("own", "Ada", call="1")
    for danger in ("self_harm", "abuse", "threat", "distress"):
        assert contacts_for(danger, "GB", (ada,))[0] == ada
    assert contacts_for("medical", "GB", (ada,))[0].kind == "emergency"


def test_without_a_country_there_are_words_that_help_to_find_one() -> None:
    words, found = WITHOUT_COUNTRY.guidance("self_harm")
    assert not found
    assert "112" in words
    assert "findahelpline.com" in words


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I live in Germany.", "DE"),
        ("the UK", "GB"),
        ("tell us", ""),
        ("US", "US"),
        ("Österreich", "AT"),
        ("I'm in the US", "US"),
        ("I live with my aunt in Ireland", "IE"),
        ("I am in Dublin, Ireland", "IE"),
        ("in Spain", "ES"),
        ("My family is all in India.", ""),
        ("He went back to Germany.", ""),
        ("I am not in India.", ""),
        ("We had family in Canada", ""),
    ],
)
def test_a_country_is_known_by_the_names_people_use(text: str, code: str) -> None:
    assert country_named(text) == code


def test_where_the_country_was_asked_any_name_answers() -> None:
    assert country_named("Germany, near Kiel", asked=True) == "DE"
    assert country_named("Germany, near Kiel") == ""


def test_who_has_taken_something_needs_the_emergency_number_first() -> None:
    ada = CareContact("own", "Ada", call="1")
    kinds = [each.kind for each in contacts_for("self_harm", "GB", (ada,), hurt=True)]
    assert kinds[:2] == ["emergency", "own"]
    child = [each.kind for each in contacts_for("self_harm", "GB", (), "child", hurt=True)]
    assert child[:2] == ["emergency", "child"]


@pytest.mark.parametrize("danger", ["self_harm", "abuse", "threat", "distress"])
def test_a_childs_line_comes_first_whatever_it_is(danger: Danger) -> None:
    assert contacts_for(danger, "GB", (), "child")[0].kind == "child"
    assert contacts_for("medical", "GB", (), "child")[0].kind == "emergency"


def test_somebody_old_who_is_not_hurt_by_others_is_not_sent_to_those_who_help_with_that() -> None:
    assert contacts_for("self_harm", "GB", (), "elder") == contacts_for("self_harm", "GB", ())


def test_an_authors_own_guidance_comes_after_the_emergency_number_where_one_is_hurt() -> None:
    policy = care_policy("GB", "").bound(authored="Call the Harbour Line.")
    assert policy.guidance("self_harm")[0] == "Call the Harbour Line."
    words, found = policy.guidance("self_harm", hurt=True)
    assert words.endswith("\nCall the Harbour Line.")
    assert [each.kind for each in found] == ["emergency"]


def test_a_deployment_has_contacts_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "care.yaml"
    file.write_text(OWN, "utf-8")
    policy = care_policy("GB", str(file))
    words, found = policy.guidance("distress")
    assert (found[0].name, policy.way_back) == ("Ada on duty", False)
    assert words.startswith("Ada on duty: call +44 20 7946 0000.")


def test_what_is_wrong_with_a_deployment_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="DRAMATURG_COUNTRY is 'XX'"):
        care_policy("XX", "")
    file = tmp_path / "care.yaml"
    file.write_text("kind: care\ncontacts:\n  - {name: Nobody}\n", "utf-8")
    with pytest.raises(ContentError, match="no way to reach them"):
        care_policy("", str(file))
