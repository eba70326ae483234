"""What every package is made of: files in an archive that is the same whenever it is made from the
same game, and XML.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LONG_AGO = (1980, 1, 1, 0, 0, 0)
XSI = "http://www.w3.org/2001/XMLSchema-instance"


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """An archive of files by their names in it."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = ZipInfo(name, LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return out.getvalue()


def child(parent: Element, tag: str, text: str = "", **attributes: str) -> Element:
    """A new last child; in names of attributes `_` stands for `-`, a trailing one for nothing."""
    named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
    made = SubElement(parent, tag, named)
    made.text = text or None
    return made


def xml(root: Element) -> str:
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'
