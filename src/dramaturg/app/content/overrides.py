"""Overrides: a session's content with some of its values changed, each written as
`path=value`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError

from dramaturg.engines import kit_of
from dramaturg.engines.kit import Parts
from dramaturg.kernel.errors import BadInput, ContentError, did_you_mean
from dramaturg.turn.ports import StoredContent


def with_settings(content: StoredContent, settings: Sequence[str]) -> StoredContent:
    """A session's content with some values changed, each as `path=value`. Ids stand for places in
    lists.

    Raises BadInput with what is there, or ContentError when the content is not sound any more.
    """
    require_settings(settings)
    parts = kit_of(content.engine).content.spelled_out(json.loads(content.body))
    for setting in settings:
        path, _, value = setting.partition("=")
        _set(parts, path, _value(value), setting)
    version = f"{content.version} with {', '.join(settings)}"
    try:
        return put_together(content, parts, version)
    except ValidationError as error:
        told = (
            f"- {'.'.join(map(str, each['loc'])) or 'all of it'}: {each['msg']}"
            for each in error.errors()[:20]
        )
        raise BadInput("the content cannot be so:\n" + "\n".join(told)) from error


def put_together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    """A session's content made of other parts, judged and proven. Raises ContentError, and
    ValidationError for a wrong form.
    """
    kit = kit_of(content.engine)
    if faults := kit.content.judge(parts):
        raise ContentError(faults)
    return kit.content.together(content, parts, version)


def values_in(content: StoredContent) -> Iterator[tuple[str, Any]]:
    """Every value that can be set, by its path."""
    return _leaves(kit_of(content.engine).content.spelled_out(json.loads(content.body)), "")


def _leaves(here: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name, step in _places(here):
        inner = f"{path}.{name}" if path else name
        if isinstance(here[step], dict | list):
            yield from _leaves(here[step], inner)
        else:
            yield inner, here[step]


def require_settings(settings: Sequence[str]) -> None:
    """Raises BadInput where one is not written as such."""
    for setting in settings:
        path, equals, _ = setting.partition("=")
        if not equals or not path:
            raise BadInput(
                f"{setting!r} sets nothing: write a path, an equals sign and a value, such as"
                " max_turns=12"
            )


def _value(text: str) -> Any:
    """What it is in JSON; else the text itself."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return text


def _no_number(text: str) -> None:
    """JSON knows no NaN and no Infinity, though Python reads them."""
    raise ValueError(text)


def _set(here: Any, path: str, value: Any, setting: str) -> None:
    step, rest = _step(here, path, setting)
    if rest:
        _set(here[step], rest, value, setting)
    else:
        here[step] = value


def _step(here: Any, path: str, setting: str) -> tuple[Any, str]:
    """Where the path leads from here, and what is left of it. A name may have dots in it, as those
    of signals have.
    """
    places = dict(_places(here))
    fitting = [name for name in places if f"{path}.".startswith(f"{name}.")]
    if not fitting:
        step = path.partition(".")[0]
        raise BadInput(f"{setting!r}: there is no {step!r} here. {did_you_mean(step, places)}")
    name = max(fitting, key=len)
    return places[name], path[len(name) + 1 :]


def _places(here: Any) -> list[tuple[str, Any]]:
    if isinstance(here, dict):
        return [(str(key), key) for key in here]
    if isinstance(here, list):
        return [(_name(each, number), number) for number, each in enumerate(here)]
    return []


def _name(each: Any, number: int) -> str:
    names = (each.get(key) for key in NAMES) if isinstance(each, dict) else ()
    return next((str(name) for name in names if name), str(number))


NAMES = ("id", "name", "mechanicId", "sceneId", "signal")
"""The keys under which things in lists are called something."""
