"""`dramaturg new`: a scenario from a few words, drafted by the model of the settings, or a
template; a study to fill in.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from dramaturg.app.config.providers import voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.drafting import (
    SECONDS,
    Rejected,
    StudyWish,
    Wish,
    Written,
    new_interview,
    new_memoir,
    new_sim,
)


def run_new_sim(wish: Wish) -> None:
    settings = Settings()
    voice = voice_of(settings, SECONDS)
    if voice.name != "offline":
        print(f"Asking {voice.name} for a draft; this can take some minutes.", file=sys.stderr)
    result = asyncio.run(new_sim(wish, voice, settings.content_folders))
    if isinstance(result, Rejected):
        print(_told(result), file=sys.stderr)
        sys.exit(1)
    print(_next(result))


def run_new_interview(wish: StudyWish) -> None:
    written = new_interview(wish, Settings().content_folders)
    print(
        "\n".join(
            (
                (
                    f"Wrote {written.file}. It is a template: fill in what stands in [brackets]. It"
                    " can be opened as it is."
                ),
                f"  dramaturg check {written.file}    after every change",
                (
                    f"  dramaturg study open {written.file}    then others can take part: dramaturg"
                    f" study join {written.id}"
                ),
                (
                    f"  dramaturg schemas {written.file.parent / 'schemas'}    so that your editor"
                    " completes every key"
                ),
            )
        )
    )


def run_new_memoir(folder: Path, force: bool) -> None:
    id = new_memoir(folder, force)
    print(
        "\n".join(
            (
                (
                    f"Wrote the artifacts of the interviewer {id!r} into {folder}. They work as"
                    " they are."
                ),
                f"  dramaturg check {folder}    after every change: it proves them",
                f"  dramaturg play memoir {folder}",
                (
                    f"  dramaturg schemas {folder / 'schemas'}    so that your editor completes"
                    " every key"
                ),
                (
                    f"  dramaturg memoir decide --artifacts {folder} --signals FILE    what they"
                    " decide, without a word said"
                ),
            )
        )
    )


def _next(written: Written) -> str:
    folder = written.file.parent
    return "\n".join(
        (
            f"Wrote {written.file}. {_origin(written.tries)}",
            f"  dramaturg check {written.file}    after every change",
            f"  DRAMATURG_CONTENT={folder} dramaturg play sim {written.id}",
            f"  dramaturg schemas {folder / 'schemas'}    so that your editor completes every key",
        )
    )


def _origin(tries: int) -> str:
    if tries == 0:
        return (
            "There is no model, so it is a template: fill in what stands in [brackets]. It can be"
            " played as it is."
        )
    return (
        f"The model's draft was sound at try {tries}: checked and proven. Read it before anyone"
        " plays it."
    )


def _told(rejected: Rejected) -> str:
    return "\n".join(
        (
            (
                f"No draft in {rejected.tries} could be used. The last is kept in {rejected.file},"
                " with this wrong:"
            ),
            *rejected.reasons,
            f"Put it right by hand (`dramaturg check {rejected.file}`), or try again.",
        )
    )
