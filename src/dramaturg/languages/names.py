"""What languages are called: a code of BCP 47, or a name in English or in the language itself."""

from __future__ import annotations

from functools import cache

from dramaturg.data_files import load
from dramaturg.kernel.errors import BadInput, did_you_mean


def code_of(written: str) -> str:
    """The code of a language, however it is written; its region is left out. Raises BadInput.

    >>> code_of("Spanish"), code_of("es-MX"), code_of("zh-Hans-CN"), code_of("Mandarin")
    ('es', 'es', 'zh', 'zh')
    """
    name = written.strip().casefold()
    known = _by_name()
    found = known.get(name) or known.get(name.replace("_", "-").partition("-")[0])
    if found is None:
        names = [names[0] for names in _names().values()]
        raise BadInput(
            f"{written!r} is no language that is known here. {did_you_mean(written, names)} Give a"
            " name in English, or a code such as es or de-CH."
        )
    return found


def name_of(code: str) -> str:
    """The English name; the code itself where there is none."""
    names = _names().get(code)
    return names[0] if names else code


@cache
def _by_name() -> dict[str, str]:
    named = {each.casefold(): code for code, names in _names().items() for each in names}
    return named | {code: code for code in _names()}


def _names() -> dict[str, tuple[str, ...]]:
    return load(__file__, "names.yaml", dict[str, tuple[str, ...]])
