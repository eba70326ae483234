"""cmi5 and plain xAPI: the page in a package that says where it begins. Which statements it sends
is in page/js/hosts/xapi.js.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.packages import child, xml, zipped
from dramaturg.engines.games.page import page_of

PAGE = "index.html"
CMI5 = "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd"
TINCAN = "http://projecttincan.com/tincan.xsd"
GAME = "http://adlnet.gov/expapi/activities/simulation"


def activity_of(blueprint: Blueprint) -> str:
    """The game's name among all activities of the world."""
    return f"urn:dramaturg:game:{blueprint.id}"


def cmi5(blueprint: Blueprint, pass_mark: float) -> bytes:
    return zipped(
        {"cmi5.xml": xml(_course(blueprint, pass_mark)), PAGE: _page(blueprint, pass_mark)}
    )


def xapi(blueprint: Blueprint, pass_mark: float) -> bytes:
    return zipped({"tincan.xml": xml(_launch(blueprint)), PAGE: _page(blueprint, pass_mark)})


def _page(blueprint: Blueprint, pass_mark: float) -> str:
    return page_of(blueprint, "xapi", pass_mark)


def _course(blueprint: Blueprint, pass_mark: float) -> Element:
    root = Element("courseStructure", {"xmlns": CMI5})
    course = child(root, "course", id=f"{activity_of(blueprint)}:course")
    _told(course, blueprint)
    game = child(
        root,
        "au",
        id=activity_of(blueprint),
        moveOn="CompletedOrPassed",
        masteryScore=f"{pass_mark:g}",
        launchMethod="AnyWindow",
        activityType=GAME,
    )
    _told(game, blueprint)
    child(game, "url", PAGE)
    return root


def _told(parent: Element, blueprint: Blueprint) -> None:
    about = blueprint.narrative_intro or blueprint.title
    for tag, text in (("title", blueprint.title), ("description", about)):
        child(child(parent, tag), "langstring", text, lang=blueprint.language)


def _launch(blueprint: Blueprint) -> Element:
    root = Element("tincan", {"xmlns": TINCAN})
    game = child(child(root, "activities"), "activity", id=activity_of(blueprint), type=GAME)
    child(game, "name", blueprint.title, lang=blueprint.language)
    child(
        game, "description", blueprint.narrative_intro or blueprint.title, lang=blueprint.language
    )
    child(game, "launch", PAGE, lang=blueprint.language)
    return root
