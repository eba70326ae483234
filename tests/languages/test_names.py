"""What languages are called."""

from __future__ import annotations

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.kernel.errors import BadInput, SettingsError
from dramaturg.languages.names import code_of, name_of


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("es", "es"),
        ("ES", "es"),
        ("es-MX", "es"),
        ("zh_Hans_CN", "zh"),
        ("Spanish", "es"),
        ("mandarin", "zh"),
        ("Deutsch", "de"),
        ("العربية", "ar"),
        (" French ", "fr"),
    ],
)
def test_a_language_is_known_by_its_code_and_its_names(written: str, code: str) -> None:
    assert code_of(written) == code


def test_a_language_that_nobody_knows_is_refused_with_what_was_meant() -> None:
    with pytest.raises(BadInput, match="Did you mean 'Spanish'"):
        code_of("Spansh")


def test_a_setting_that_is_no_language_is_refused() -> None:
    assert Settings(store="a.db", language="Spanish").language == "es"
    with pytest.raises(SettingsError, match=r"DRAMATURG_LANGUAGE is 'Klingonese'.*no language"):
        Settings(store="a.db", language="Klingonese")


def test_every_code_has_a_name() -> None:
    assert name_of("zh") == "Chinese"
    assert name_of("xx") == "xx"
