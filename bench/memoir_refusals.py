"""`python -m bench.memoir_refusals`: what a memoir makes of passages that refuse something, and of
passages that only look so, without a model.

The rows are in `bench/memoir_rows`. They were written beside the rules and are for developing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dramaturg.app.config.providers import ear, syntax
from dramaturg.engines.memoir.read.refusals import Refusals, refusals_in, rest_of
from dramaturg.english.prose import content_words

ROWS = Path(__file__).with_name("memoir_rows")


@dataclass(frozen=True, slots=True)
class Met:
    """`met` of `true` refusals were heard, `narrow` of them with just what is refused; `needless`
    of `others` passages were taken for one.
    """

    true: int
    met: int
    narrow: int
    others: int
    needless: tuple[str, ...]


def measured() -> Met:
    refusing = [(row, _heard(row)) for row in _rows("refusals")]
    others = [(row, _heard(row)) for row in _rows("no_refusals")]
    met = [(row, found) for row, found in refusing if _refuses(found)]
    return Met(
        len(refusing),
        len(met),
        sum(_is_narrow(row, found) for row, found in met),
        len(others),
        tuple(row["said"] for row, found in others if _refuses(found)),
    )


def _heard(row: Mapping[str, str]) -> Refusals:
    said, before = row["said"], row["before"]
    return refusals_in(said, before, ear().hear(said, before), ear(), syntax())


def _refuses(found: Refusals) -> bool:
    return "refusal" in found.hearing.does


def _is_narrow(row: Mapping[str, str], found: Refusals) -> bool:
    """It names what is refused and nothing else, and keeps what was told beside it."""
    named = found.hearing.refused.text if found.hearing.refused else ""
    kept = row["keeps"] in rest_of(row["said"], found.sentences)
    return kept and content_words(named) == content_words(row["refused"])


def _rows(name: str) -> Iterator[Mapping[str, str]]:
    for line in (ROWS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


if __name__ == "__main__":
    found = measured()
    print(f"refusals met {found.met} of {found.true}, narrow {found.narrow}")
    print(f"taken for one {len(found.needless)} of {found.others}")
    for said in found.needless:
        print(f"  {said}")
