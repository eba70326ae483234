"""The forms in which a game can be taken elsewhere, and what each of them cannot carry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.h5p import h5p
from dramaturg.engines.games.exports.qti import LOST as QTI_LOST
from dramaturg.engines.games.exports.qti import REFUSED as QTI_REFUSED
from dramaturg.engines.games.exports.qti import qti
from dramaturg.engines.games.exports.scorm import scorm_12, scorm_2004
from dramaturg.engines.games.exports.sheet import sheet
from dramaturg.engines.games.exports.xapi import cmi5, xapi
from dramaturg.engines.games.page import PASS_MARK, page_of
from dramaturg.kernel.errors import NotFound, did_you_mean

HTML, ZIP = "text/html", "application/zip"


@dataclass(frozen=True, slots=True)
class Format:
    """One form: what it is for, how its file ends, how it is made, which mechanics it has no place
    for and why, and what is lost of all of them. Where the whole page is carried, nothing is.
    """

    title: str
    ending: str
    media_type: str
    make: Callable[[Blueprint, float], bytes]
    refuses: Mapping[str, str] | None = None
    loses: str = ""


def _html(blueprint: Blueprint, pass_mark: float) -> bytes:
    return page_of(blueprint).encode()


ON_PAPER = "what is told to each answer, hints and clocks; a story is asked along its best way"

FORMATS: Mapping[str, Format] = {
    "html": Format("One web page that plays anywhere, without a server", ".html", HTML, _html),
    "sheet": Format("A sheet to print, with answers", ".sheet.html", HTML, sheet, loses=ON_PAPER),
    "scorm12": Format(
        "SCORM 1.2, for almost every learning platform", ".scorm12.zip", ZIP, scorm_12
    ),
    "scorm2004": Format(
        "SCORM 2004, with every answer in words", ".scorm2004.zip", ZIP, scorm_2004
    ),
    "cmi5": Format("cmi5, for platforms that keep statements", ".cmi5.zip", ZIP, cmi5),
    "xapi": Format("xAPI, launched with an endpoint and a key", ".xapi.zip", ZIP, xapi),
    "h5p": Format("H5P, with the content type that plays it", ".h5p", ZIP, h5p),
    "qti": Format("QTI 3, as questions of a test", ".qti.zip", ZIP, qti, QTI_REFUSED, QTI_LOST),
}
ALSO: Mapping[str, str] = {"scorm": "scorm12"}
"""What somebody may say for one of them."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A game in another form: its file, and what that could not carry, in sentences."""

    name: str
    media_type: str
    data: bytes
    left_out: tuple[str, ...] = ()


def format_named(to: str) -> Format:
    """Raises NotFound."""
    name = ALSO.get(to, to)
    if name not in FORMATS:
        raise NotFound(f"games cannot be exported to {to!r}. {did_you_mean(to, FORMATS)}")
    return FORMATS[name]


def export(blueprint: Blueprint, to: str, pass_mark: float = PASS_MARK) -> Exported:
    """Raises NotFound for a form that there is not, and BadInput where nothing would be left."""
    form = format_named(to)
    return Exported(
        f"{blueprint.id}{form.ending}",
        form.media_type,
        form.make(blueprint, pass_mark),
        left_out(blueprint, form),
    )


def left_out(blueprint: Blueprint, form: Format) -> tuple[str, ...]:
    """What a form cannot carry of a game, round by round."""
    refused = form.refuses or {}
    lost = (form.loses,) if form.loses else ()
    return lost + tuple(
        f"{scene.title}, {each.mode.replace('_', ' ')}: {refused[each.mode]}"
        for scene in blueprint.scenes
        for each in scene.mechanics
        if each.mode in refused
    )
