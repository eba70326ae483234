"""The folder of a game: everything it was made from, a file each. Nothing that somebody edited
there is lost.

The head (`game.json`) holds a digest of every file as code wrote it, so that an edit is known as
one for as long as it is in use, also after the game was built again from it. What was edited and is
used no more is set aside in a folder of its own; its content comes back as soon as the design asks
for it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.make.own_words import (
    BY_A_PERSON,
    digests_of,
    holds,
    own_parts,
    parts_of,
)
from dramaturg.engines.games.page import page_of
from dramaturg.kernel.errors import BadInput, ConflictError, NotFound

FORMAT = "dramaturg.game/1"
GAME, DESIGN, PLAN, BLUEPRINT, KNOWLEDGE = (
    "game.json",
    "design.json",
    "plan.json",
    "blueprint.json",
    "knowledge.json",
)
CONTENT, PAGE = "content", "game.html"
DERIVED = (PLAN, BLUEPRINT, PAGE)
ASIDE = "set_aside"
SHOWN = 5  # files that are named one by one
WRITTEN = "written"
ROUNDS = "rounds"  # in the head: what each content was made for, and a digest of each of its parts
MADE_OF = "made_of"
PICTURES = "pictures"  # in the head: what a model drew, by the labels on it

NOTHING: Mapping[str, Any] = MappingProxyType({})


def save_game(
    made: Mapping[str, Any], folder: Path, library: Library, order: Mapping[str, Any] = NOTHING
) -> tuple[str, ...]:
    """Everything a game was made from, a file each, beside its blueprint and its page.

    `order` is what it was made of, when that was its own folder. What somebody edited and the game
    was not made of is set aside: gives the names of these files.
    """
    texts, taken, edited = _texts(made, library), _taken(order), edited_files(folder)
    before, rounds = _written(folder) or {}, _rounds(folder)
    own = {
        name
        for name in taken
        if name in texts
        and _is_own(folder, name, taken[name], edited)
        and _has_all(made, name, order)
    }
    aside = tuple(
        name
        for name in edited
        if name not in own
        and _text(folder / name) != texts.get(name)
        and not (before.get(name) == BY_A_PERSON and _is_a_copy(folder / name, rounds, made))
    )
    for name in aside:
        _set_aside(folder, name)
    for name in _contents_in(folder, folder / CONTENT):
        if name not in texts:
            (folder / name).unlink()
    (folder / CONTENT).mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        _write(folder / name, text)
        if name in own and _value(folder / ASIDE / name) == taken[name]:  # it is back in use
            (folder / ASIDE / name).unlink()
    written = {name: _digest(text) for name, text in texts.items()}
    brought = {f"{CONTENT}/{print_}.json" for print_, parts in _brought(made).items() if parts}
    written |= {name: before.get(name, BY_A_PERSON) for name in own}
    written |= dict.fromkeys(brought - own, BY_A_PERSON)
    notes = [
        f"{name} was edited, and the game is made without it: it is kept as {ASIDE}/{name}."
        for name in aside
    ]
    head = {"format": FORMAT, "order": made["order"], "knowledge": made["knowledge"]["id"]}
    head |= {"tokens": made["tokens"], "degraded": [*made["degraded"], *notes], WRITTEN: written}
    head |= {MADE_OF: made.get(MADE_OF, ""), ROUNDS: _rounds_now(made, rounds, own, folder)}
    head |= {PICTURES: made[PICTURES]} if made.get(PICTURES) else {}
    write_json(folder / GAME, head)
    return aside


def edited_files(folder: Path) -> tuple[str, ...]:
    """The files of a game that are not as code wrote them, or that no game of ours wrote.

    Games that are older than the digests may have been edited wherever people edit them.
    """
    written = _written(folder)
    names = (DESIGN, KNOWLEDGE, *_contents_in(folder, folder / CONTENT), *DERIVED)
    there = [name for name in names if (folder / name).is_file()]
    if written is None:
        return tuple(name for name in there if not ((folder / GAME).is_file() and name in DERIVED))
    return tuple(name for name in there if _digest(_text(folder / name)) != written.get(name))


def require_unedited(folder: Path) -> None:
    """Raises ConflictError where another game would take the place of what somebody edited."""
    if edited := edited_files(folder):
        more = f" and {len(edited) - SHOWN} more" if len(edited) > SHOWN else ""
        raise ConflictError(
            f"{folder} holds what was edited, or was not made here:"
            f" {', '.join(edited[:SHOWN])}{more}. Write to another folder with --out, build this"
            f" game again with `dramaturg game rebuild {folder}`, or put the new one in its place"
            f" with --overwrite; what was edited is then moved to {folder / ASIDE}."
        )


def rebuild_request(folder: Path) -> dict[str, Any]:
    """The order to make a game again from its edited design, keeping the content of what was not
    changed.
    """
    head = read_json(folder / GAME)
    own = read_json(folder / KNOWLEDGE) if (folder / KNOWLEDGE).exists() else None
    known = {"own_knowledge": own} if own else {"knowledge": head["knowledge"]}
    contents = {**contents_aside(folder), **contents_of(folder)}
    rounds, own = _rounds(folder), {}
    for print_, content in contents.items():
        told = rounds.get(print_)
        if told and (parts := own_parts(content, told["parts"])):
            own[print_] = {**told, "parts": parts}
    return {
        **head["order"],
        **known,
        "design": read_json(folder / DESIGN),
        "contents": contents,
        "own_words": own,
        MADE_OF: head.get(MADE_OF, ""),
        PICTURES: head.get(PICTURES, {}),
    }


def contents_of(folder: Path) -> dict[str, Any]:
    """The content of every round, by fingerprint."""
    return {file.stem: read_json(file) for file in sorted((folder / CONTENT).glob("*.json"))}


def contents_aside(folder: Path) -> dict[str, Any]:
    """Content that was edited and is not in use now, by fingerprint."""
    return contents_of(folder / ASIDE)


def differences(folder: Path) -> dict[str, list[str]]:
    """What a person wrote that is set aside, beside what stands in the game in its place: lines as
    `diff` has them, by file.
    """
    told: dict[str, list[str]] = {}
    for file in sorted((folder / ASIDE).rglob("*")):
        if file.is_file() and file.suffix != ".html":
            name = file.relative_to(folder / ASIDE).as_posix()
            lines = unified_diff(
                _text(file).splitlines(),
                _text(folder / name).splitlines() if (folder / name).is_file() else [],
                f"{ASIDE}/{name}",
                name,
                lineterm="",
            )
            told[name] = list(lines)
    return told


# ── what is written, and what was ─────────────────────────────────────────────────────────────────


def _texts(made: Mapping[str, Any], library: Library) -> dict[str, str]:
    """Every file of a game but its head, by its name in the folder."""
    values = {f"{CONTENT}/{print_}.json": content for print_, content in made["contents"].items()}
    values |= {DESIGN: made["design"], PLAN: made["plan"], BLUEPRINT: made["blueprint"]}
    if made["knowledge"]["id"] not in {entry.id for entry in library.entries("knowledge")}:
        values[KNOWLEDGE] = made["knowledge"]
    texts = {name: _json(value) for name, value in values.items()}
    return texts | {PAGE: page_of(Blueprint.model_validate(made["blueprint"]))}


def _taken(order: Mapping[str, Any]) -> dict[str, Any]:
    """What an order took from the files of a folder, by their names."""
    contents = {
        f"{CONTENT}/{print_}.json": value for print_, value in order.get("contents", {}).items()
    }
    parts = {DESIGN: order.get("design"), KNOWLEDGE: order.get("own_knowledge")}
    return contents | {name: value for name, value in parts.items() if value is not None}


def _is_own(folder: Path, name: str, taken: Any, edited: tuple[str, ...]) -> bool:
    """Whether what the game was made of is somebody's own, still as it was taken; in its place, or
    from what was set aside.
    """
    if (folder / name).is_file():
        return name in edited and _value(folder / name) == taken
    return (folder / ASIDE / name).is_file()


def _has_all(made: Mapping[str, Any], name: str, order: Mapping[str, Any]) -> bool:
    """Whether all that a person wrote in a file is in what was made of it."""
    print_ = Path(name).stem
    if Path(name).parent.name != CONTENT or print_ in made.get("kept", made["contents"]):
        return True
    own, there = order.get("own_words", {}).get(print_), parts_of(made["contents"][print_])
    return own is not None and all(
        holds(there.get(name), own["parts"][name]) for name in own["parts"]
    )


def _is_a_copy(file: Path, rounds: Mapping[str, Any], made: Mapping[str, Any]) -> bool:
    """Whether all that a person wrote there was brought from another round, and is in the game."""
    digests = rounds.get(file.stem, {}).get("parts", {})
    own = own_parts(_value(file), digests) if file.parent.name == CONTENT else {}
    there = [parts_of(content) for content in made["contents"].values()]
    return bool(own) and all(
        any(holds(parts.get(name), value) for parts in there) for name, value in own.items()
    )


def _brought(made: Mapping[str, Any]) -> Mapping[str, Any]:
    """Which parts of its contents a person wrote for other rounds, by fingerprint."""
    brought: Mapping[str, Any] = made.get("own_words", {})
    return brought


def _rounds(folder: Path) -> dict[str, Any]:
    head = _value(folder / GAME)
    rounds = head.get(ROUNDS) if isinstance(head, dict) else None
    return rounds if isinstance(rounds, dict) else {}


def _rounds_now(
    made: Mapping[str, Any], before: Mapping[str, Any], own: set[str], folder: Path
) -> dict[str, Any]:
    """For every content that is there or aside: what it was made for, and its parts by digest as
    code wrote them.
    """
    plan = [each for scene in made["plan"]["scenes"] for each in scene["mechanics"]]
    rounds = {print_: before[print_] for print_ in contents_aside(folder) if print_ in before}
    for mechanic in plan:
        print_ = mechanic["fingerprint"]
        if print_ not in made["contents"]:
            continue
        parts = digests_of(made["contents"][print_], _brought(made).get(print_, ()))
        is_as_it_was = print_ in before and print_ in made.get("kept", before)
        if is_as_it_was and f"{CONTENT}/{print_}.json" in own:
            parts = before[print_]["parts"]
        rounds[print_] = {
            "mechanic_type": mechanic["mechanic_type"],
            "content_brief": mechanic["content_brief"],
            "parts": parts,
        }
    return rounds


def _written(folder: Path) -> dict[str, str] | None:
    """The digests of the files as code wrote them; None where no head tells."""
    head = _value(folder / GAME)
    written = head.get(WRITTEN) if isinstance(head, dict) else None
    return written if isinstance(written, dict) else None


def _contents_in(folder: Path, place: Path) -> Iterator[str]:
    return (file.relative_to(folder).as_posix() for file in sorted(place.glob("*.json")))


def _set_aside(folder: Path, name: str) -> None:
    """The newest under its own name; what was set aside before it, with a number."""
    place = folder / ASIDE / name
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists():
        number = 1 + sum(1 for _ in place.parent.glob(f"{place.name}.*"))
        place.rename(place.with_name(f"{place.name}.{number}"))
    (folder / name).replace(place)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {str(error.strerror).lower()}") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{file} is not JSON: {error}") from error


def write_json(file: Path, value: Any) -> None:
    _write(file, _json(value))


def _write(file: Path, text: str) -> None:
    """Whole or not at all: what stood there stays until the new text does."""
    unborn = file.with_name(f"{file.name}.new")
    unborn.write_text(text, encoding="utf-8")
    unborn.replace(file)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


def _value(file: Path) -> Any:
    """What a file says; None where there is none that can be read."""
    try:
        return read_json(file)
    except (NotFound, BadInput):
        return None


def _digest(text: str) -> str:
    """Other ends of lines are no edit: a version control may have changed them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return sha256(lines.encode("utf-8", "replace")).hexdigest()[:16]
