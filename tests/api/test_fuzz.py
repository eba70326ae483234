"""The API asked at random, as its own description says and as it forbids: no answer breaks what is
promised, none is a 5xx.

A few cases of every operation; `FUZZ=500` asks for so many. What costs much is not left out: a
simulation plays one session of two turns, a game has one scene, and of each there are fewer. What
erases comes last.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.transport import Response
from schemathesis.python.asgi import shutdown_lifespans
from schemathesis.specs.openapi.schemas import OpenApiSchema
from tests.api.furnished import Real, furnish
from tests.api.test_roles import TABLE, operations

from dramaturg.api.server import create_api

pytestmark = pytest.mark.slow

CASES = int(os.environ.get("FUZZ", "8"))
COSTLY = {
    "start_simulation": 4,
    "make_game": 4,
    "rebuild_game": 2,
    "what_if_many": 2,
    "open_play": 2,
}
"""By how much fewer of them."""

ERASING = (
    "delete_session",
    "delete_study",
    "delete_game",
    "delete_document",
    "erase_respondent",
    "withdraw",
    "forget",
)
CHEAP: dict[str, dict[str, Any]] = {
    "start_simulation": {"count": 1, "turns": 2, "sittings": 1},
    "make_game": {"scenes": 1, "minutes": 1},
}
ODD = (
    "..",
    ".",
    "%00",
    "\x00",
    "x" * 10_000,
    "🦊",
    "../../pyproject.toml",
    "/etc/passwd",
    "a/b",
    " ",
    "'",
    "-1",
    "1e999",
    "{{7*7}}",
)
PROMISES = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
)
REFUSED = {"checks": {"negative_data_rejection": {"expected-statuses": ["4xx"]}}}


@dataclass(frozen=True, slots=True)
class Furnished:
    schema: OpenApiSchema
    real: Real

    def operation(self, name: str) -> Any:
        method, path = operations()[name]
        return self.schema[path][method]


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Furnished]:
    app_settings, real = furnish(tmp_path_factory.mktemp("fuzzed"))
    api = create_api(app_settings)
    schema = schemathesis.openapi.from_dict(
        api.openapi(), config=schemathesis.Config.from_dict(REFUSED)
    )
    schema.app = api
    load_all_checks()
    yield Furnished(schema, real)
    shutdown_lifespans()


@st.composite
def cases(draw: st.DrawFn, furnished: Furnished, name: str) -> Case[Any]:
    """A case as described or as forbidden, in which half of what can be real is real, and some
    addresses are odd.
    """
    operation = furnished.operation(name)
    case: Case[Any] = draw(operation.as_strategy(draw(st.sampled_from(list(GenerationMode)))))
    case.query = {
        field: value for field, value in (case.query or {}).items() if field in operation.query
    }  # others are ignored
    for part in (case.path_parameters, case.query, case.headers, case.body):
        if isinstance(part, MutableMapping):
            for field in [
                field for field in part if field in furnished.real and draw(st.booleans())
            ]:
                part[field] = draw(st.sampled_from(furnished.real[field]))
    for field in case.path_parameters or {}:
        if draw(st.integers(0, 9)) == 0:
            case.path_parameters[field] = draw(st.sampled_from(ODD))
    if name == "session_events":  # a stream that is followed has no end
        case.query = {**(case.query or {}), "follow": "false"}
    if isinstance(case.body, dict):
        case.body.update(
            {
                field: value
                for field, value in CHEAP.get(name, {}).items()
                if isinstance(case.body.get(field), int)
            }
        )
    assert case.meta is not None  # looked at, it finds out anew whether the case is as described
    return case


def kept(case: Case[Any], response: Response) -> None:
    """Holds an answer against every promise; whatever is refused is told as problem details."""
    promises: list[Any] = [CHECKS.get_one(name) for name in PROMISES]
    case.validate_response(response, checks=promises)
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"], response.headers
        assert response.json()["status"] == response.status_code


def in_order() -> list[str]:
    return sorted(TABLE, key=lambda name: (name in ERASING, name))


def test_whatever_is_asked_the_answer_is_as_described(furnished: Furnished) -> None:
    """One test for all operations: what it takes to furnish the store is spent once. Every
    operation that fails is named.
    """
    failed = {name: told for name in in_order() if (told := failure(furnished, name))}
    assert not failed, failed


def failure(furnished: Furnished, name: str) -> str:
    """How an operation fails; empty when it keeps what it promises."""

    @given(case=cases(furnished, name))
    @settings(
        max_examples=max(2, CASES // COSTLY.get(name, 1)),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    def asked(case: Case[Any]) -> None:
        kept(case, case.call())

    try:
        asked()
    except (AssertionError, Failure, FailureGroup) as error:
        return str(error)
    return ""
