"""SCORM: the page in a package, with the manifest of its edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.exports.packages import XSI, child, xml, zipped
from dramaturg.engines.games.page import page_of

PAGE = "index.html"
ADL = "http://www.adlnet.org/xsd"


@dataclass(frozen=True, slots=True)
class Edition:
    """How a manifest of one edition of SCORM is written."""

    host: str
    namespaces: Mapping[str, str]
    schemas: str
    version: str
    kind: str  # the attribute that says what a resource is


SCORM_12 = Edition(
    "scorm12",
    {
        "xmlns": "http://www.imsproject.org/xsd/imscp_rootv1p1p2",
        "xmlns:adlcp": f"{ADL}/adlcp_rootv1p2",
    },
    "http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd"
    f" {ADL}/adlcp_rootv1p2 adlcp_rootv1p2.xsd",
    "1.2",
    "adlcp:scormtype",
)
SCORM_2004 = Edition(
    "scorm2004",
    {
        "xmlns": "http://www.imsglobal.org/xsd/imscp_v1p1",
        "xmlns:adlcp": f"{ADL}/adlcp_v1p3",
        "xmlns:imsss": "http://www.imsglobal.org/xsd/imsss",
    },
    f"http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd {ADL}/adlcp_v1p3 adlcp_v1p3.xsd"
    " http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd",
    "2004 4th Edition",
    "adlcp:scormType",
)


def scorm_12(blueprint: Blueprint, pass_mark: float) -> bytes:
    return _package(blueprint, pass_mark, SCORM_12)


def scorm_2004(blueprint: Blueprint, pass_mark: float) -> bytes:
    return _package(blueprint, pass_mark, SCORM_2004)


def _package(blueprint: Blueprint, pass_mark: float, edition: Edition) -> bytes:
    return zipped(
        {
            "imsmanifest.xml": xml(_manifest(blueprint, pass_mark, edition)),
            PAGE: page_of(blueprint, edition.host, pass_mark),
        }
    )


def _manifest(blueprint: Blueprint, pass_mark: float, edition: Edition) -> Element:
    names = {**edition.namespaces, "xmlns:xsi": XSI, "xsi:schemaLocation": edition.schemas}
    root = Element("manifest", {"identifier": f"game_{blueprint.id}", "version": "1.0", **names})
    metadata = child(root, "metadata")
    child(metadata, "schema", "ADL SCORM")
    child(metadata, "schemaversion", edition.version)
    organization = child(
        child(root, "organizations", default="games"), "organization", identifier="games"
    )
    child(organization, "title", blueprint.title)
    item = child(organization, "item", identifier="game", identifierref="page")
    child(item, "title", blueprint.title)
    if edition is SCORM_12:
        child(item, "adlcp:masteryscore", f"{100 * pass_mark:g}")
    else:
        _objective(item, pass_mark)
    page = child(child(root, "resources"), "resource", identifier="page", type="webcontent")
    page.set("href", PAGE)
    page.set(edition.kind, "sco")
    child(page, "file", href=PAGE)
    return root


def _objective(item: Element, pass_mark: float) -> None:
    """What passes, by the share of the points; the page says itself how it went."""
    sequencing = child(item, "imsss:sequencing")
    primary = child(child(sequencing, "imsss:objectives"), "imsss:primaryObjective")
    primary.attrib.update(objectiveID="points", satisfiedByMeasure="true")
    child(primary, "imsss:minNormalizedMeasure", f"{pass_mark:g}")
    child(
        sequencing,
        "imsss:deliveryControls",
        completionSetByContent="true",
        objectiveSetByContent="true",
    )
