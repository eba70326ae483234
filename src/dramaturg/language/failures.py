"""What went wrong with a model, in our own words: a kind of LLMError, and what to do about it.

Nothing a server sent goes into a message but its status: error bodies like to quote the
conversation, or the key.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic_ai import exceptions as ai

from dramaturg.kernel.errors import (
    LLMError,
    LLMRateLimitError,
    LLMRefusedError,
    LLMTimeoutError,
    LLMUnavailableError,
)
from dramaturg.language.http import BadAnswer
from dramaturg.language.models import key_variables

PASSING: tuple[type[LLMError], ...] = (LLMTimeoutError, LLMRateLimitError, LLMUnavailableError)
"""Worth another try, and a reason to leave the server alone when they come in a row."""

_SECONDS = re.compile(r"\d{1,6}(\.\d{1,9})?s")


@dataclass(frozen=True, slots=True)
class FailureCase:
    """A kind of error of a client: which of ours it becomes, what it says, what to do; `{key}` is
    where its key comes from.
    """

    error: type[Exception]
    becomes: type[LLMError]
    what: str
    remedy: str


# the first that fits; narrow before wide
CASES = (
    FailureCase(
        TimeoutError, LLMTimeoutError, "did not answer in time", "Try again, or allow it more time."
    ),
    FailureCase(
        ai.ModelRequestTimeout,
        LLMTimeoutError,
        "did not answer in time",
        "Try again, or allow it more time.",
    ),
    FailureCase(
        ai.ModelTimeoutError,
        LLMTimeoutError,
        "did not answer in time",
        "Try again, or allow it more time.",
    ),
    FailureCase(
        ai.ModelRateLimitError,
        LLMRateLimitError,
        "is asked too often",
        "Wait, or raise the limit of your account.",
    ),
    FailureCase(
        ai.ModelQuotaExceededError,
        LLMRefusedError,
        "has no credit left",
        "Top up the account at its provider.",
    ),
    FailureCase(
        ai.ModelAuthenticationError,
        LLMRefusedError,
        "does not accept the key",
        "Check the key in {key}, and that it may use this model.",
    ),
    FailureCase(
        ai.ModelNotFoundError,
        LLMRefusedError,
        "is not there",
        "Check the model's name and its base_url.",
    ),
    FailureCase(
        ai.ModelContextWindowExceededError,
        LLMRefusedError,
        "was asked too long a question",
        "Choose a model with a larger context.",
    ),
    FailureCase(
        ai.ModelRequestRejectedError,
        LLMRefusedError,
        "rejected the request",
        "Check that this model knows what is asked of it.",
    ),
    FailureCase(
        ai.ContentFilterError,
        LLMRefusedError,
        "refused to answer",
        "Ask another model, or go on without.",
    ),
    FailureCase(
        ai.ModelUnavailableError, LLMUnavailableError, "is not available", "Try again later."
    ),
    FailureCase(ai.ModelServerError, LLMUnavailableError, "failed on its side", "Try again later."),
    FailureCase(
        ai.ModelConnectionError,
        LLMUnavailableError,
        "cannot be reached, or broke off",
        "Check its base_url and the network.",
    ),
)
REJECTED = FailureCase(
    ai.ModelHTTPError,
    LLMRefusedError,
    "rejected the request",
    "Check the model's name and its base_url.",
)
UNREADABLE = FailureCase(
    Exception,
    LLMError,
    "answered in a form that cannot be read",
    "Check that its base_url speaks this provider's protocol.",
)


def explain(error: Exception, model: str) -> LLMError:
    """The LLMError for whatever a provider's client raised."""
    for cause in _causes(error):
        if isinstance(cause, BadAnswer):
            return LLMError(f"{model}: the answer {cause}. It was not used.")
    case = _case(error)
    status = f" (HTTP {error.status_code})" if isinstance(error, ai.ModelHTTPError) else ""
    remedy = case.remedy.format(key=key_variables(model))
    return case.becomes(f"{model} {case.what}{status}. {remedy}")


def may_be_the_schema(error: ai.ModelRequestRejectedError) -> bool:
    """Whether a request was refused for its form, so that it may be taken in a plainer one."""
    return _case(error).error is ai.ModelRequestRejectedError


def retry_after(error: Exception) -> float | None:
    """The seconds the server asked us to wait: in a header, or, as Google does, among the details
    of its error.
    """
    if not isinstance(error, ai.ModelAPIError):
        return None
    asked = error.retry_after
    return asked if asked is not None or not isinstance(error, ai.ModelHTTPError) else _delay(error)


def _delay(error: ai.ModelHTTPError) -> float | None:
    match error.body:
        case {"error": {"details": [*details]}}:
            for detail in details:
                match detail:
                    case {"retryDelay": str(delay)} if _SECONDS.fullmatch(delay):
                        return float(delay.removesuffix("s"))
    return None


def _case(error: Exception) -> FailureCase:
    for case in CASES:
        if isinstance(error, case.error):
            return case
    return REJECTED if isinstance(error, ai.ModelHTTPError) else UNREADABLE


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
