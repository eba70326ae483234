"""What a deployment says of care: its country, and one file with its own contacts and whether
somebody who is safe may go on.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from dramaturg.care.contacts import Reachable, countries
from dramaturg.care.policy import CarePolicy
from dramaturg.content.documents import load, read_bytes
from dramaturg.kernel.errors import ContentError, Fault, SettingsError, did_you_mean


class CareFile(BaseModel):
    """`way_back`: whether somebody who says after a stop that they are safe may go on. `contacts`
    are the deployment's own, such as the person on duty.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: Literal["care"]
    id: str = "care"
    version: str = "1"
    way_back: bool = True
    contacts: tuple[Reachable, ...] = ()


def care_policy(country: str, file: str) -> CarePolicy:
    """Raises SettingsError for a country that nobody wrote contacts for, and ContentError with all
    that is wrong with the file.
    """
    if country and country not in countries():
        raise SettingsError(
            f"DRAMATURG_COUNTRY is {country!r}: there are no contacts for it."
            f" {did_you_mean(country, countries())}"
        )
    if not file:
        return CarePolicy(country)
    data = read_bytes(Path(file).expanduser())
    found = (data,) if isinstance(data, Fault) else load(data, file, CareFile)
    if isinstance(found, tuple):
        raise ContentError(found)
    care = found.document
    return CarePolicy(country, care.way_back, tuple(each.shown() for each in care.contacts))
