"""`dramaturg study`: many interviews, their codes, and what comes of them."""

from __future__ import annotations

import typer

from dramaturg.cli import (
    study_codes,
    study_compare,
    study_export,
    study_join,
    study_manage,
    study_matrix,
    study_saturation,
    study_simulate,
    study_transcripts,
)

commands = typer.Typer(no_args_is_help=True, add_completion=False)
for part in (
    study_manage,
    study_join,
    study_simulate,
    study_transcripts,
    study_codes,
    study_compare,
    study_matrix,
    study_saturation,
    study_export,
):
    commands.add_typer(part.commands)
