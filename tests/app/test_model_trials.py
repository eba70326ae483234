"""Each role's model is asked one question of its kind, and what came of it is told with a remedy."""

from __future__ import annotations

import socket
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.support.model_servers import LINE, Answer, Cut, Refusal, good, model_server

from dramaturg.app.config.settings import Settings
from dramaturg.app.model_trials import FORMS, QUESTIONS, ModelsTried, Trial, try_models
from dramaturg.app.wiring import open_app
from dramaturg.engines.sims.content import sim_content
from dramaturg.turn.contract import Heard


def settings(**given: Any) -> Settings:
    return Settings(**{"store": "", "local_servers": "", **given})


async def tried(answer: Answer = good, **given: Any) -> ModelsTried:
    with model_server(answer=answer) as server:
        return await try_models(
            settings(**{"model": "compatible:qwen3", "base_url": server.base_url, **given})
        )


def of(tried: ModelsTried, role: str) -> Trial:
    return next(trial for trial in tried.trials if trial.role == role)


async def test_each_role_is_asked_one_question_of_its_kind() -> None:
    ticks = count()
    with model_server() as server:
        found = await try_models(
            settings(model="compatible:qwen3", base_url=server.base_url),
            clock=lambda: float(next(ticks)),
        )
        bodies = [body for _, body in server.asked]
    assert found.works
    assert [trial.role for trial in found.trials] == ["speak", "read", "extract"]
    assert [body.get("stream", False) for body in bodies] == [True, False, False]
    assert ["response_format" in body for body in bodies] == [False, True, True]
    speak = of(found, "speak")
    assert (speak.said, speak.pieces, speak.streamed, speak.first) == (LINE, 3, True, 1.0)
    assert speak.reply is not None
    assert (speak.reply.tokens_in, speak.reply.tokens_out, speak.reply.tokens_cached) == (40, 8, 16)
    assert [of(found, role).reply.structured_by for role in FORMS] == ["schema", "schema"]  # type: ignore[union-attr]  # they answered


async def test_speed_counts_the_whole_answer() -> None:
    speak = of(await tried(), "speak")
    assert speak.reply is not None
    assert speak.tokens_per_second == pytest.approx(8 / speak.reply.seconds)


async def test_with_nothing_set_nobody_is_asked() -> None:
    with model_server() as server:
        found = await try_models(settings(model="offline", local_servers=server.base_url))
        assert server.asked == []
    assert (found.trials, found.works) == ((), True)
    assert [each.base_url for each in found.local] == [server.base_url]


async def test_only_roles_that_have_a_model_are_asked() -> None:
    found = await tried(model="offline", model_read="compatible:qwen3")
    assert [trial.role for trial in found.trials] == ["read"]
    assert found.roles == {"speak": "offline", "read": "compatible:qwen3", "extract": "offline"}


def refusing(*kinds: str) -> Answer:
    """A server that does not know these response formats."""

    def answer(asked: dict[str, Any]) -> str | Refusal:
        kind = (asked.get("response_format") or {}).get("type")
        return Refusal(400, {"error": "response_format"}) if kind in kinds else good(asked)

    return answer


@pytest.mark.parametrize(
    ("refuses", "by"),
    [((), "schema"), (("json_schema",), "json"), (("json_schema", "json_object"), "words")],
)
async def test_by_which_means_json_can_be_had_is_told(refuses: tuple[str, ...], by: str) -> None:
    found = await tried(refusing(*refuses))
    assert found.works
    assert [trial.as_json()["structured_by"] for trial in found.trials] == [None, by, by]


def says(text: str) -> Answer:
    return lambda asked: text


def fails(status: int) -> Answer:
    return lambda asked: Refusal(status, {"error": {"message": "no"}})


def cut(why: str) -> Answer:
    return lambda asked: Cut("It worries me", why)


@pytest.mark.parametrize(
    ("answer", "role", "why"),
    [
        (fails(401), "speak", "does not accept the key (HTTP 401). Check the key in DRAMATURG_API_KEY"),
        (fails(404), "speak", "is not there (HTTP 404). Check the model's name"),
        (fails(400), "read", "rejected the request (HTTP 400)."),
        (fails(503), "speak", "is not available (HTTP 503). Try again later."),
        (says(""), "speak", "answered, but it was empty."),
        (says("I feel fine."), "read", "answered, but it is no JSON object. Try again;"),
        (cut("length"), "speak", "cut off by its limit. If it thinks, allow more by DRAMATURG_THINKING_TOKENS."),
        (cut("content_filter"), "extract", "answered, but it refused to answer. Try again;"),
        (says("[1]"), "read", "choose another model by DRAMATURG_MODEL_READ"),
        (says('{"feeling": "furious"}'), "read", "not of the form: feeling: input should be"),
        (says('{"concepts": []}'), "extract", "not of the form: links: field required"),
    ],
)  # fmt: skip
async def test_what_is_wrong_is_told_with_what_to_do(answer: Answer, role: str, why: str) -> None:
    found = await tried(answer)
    assert why in of(found, role).why
    assert not found.works


async def test_a_name_that_its_server_does_not_have_is_told_with_those_it_has() -> None:
    found = await tried(fails(404), model="compatible:qwen")
    assert of(found, "speak").why.endswith("Its server has: qwen3.")
    found = await tried(fails(503), model="compatible:qwen")
    assert of(found, "speak").why.endswith("Try again later.")


async def test_an_address_without_its_path_is_told_with_the_right_one() -> None:
    with model_server() as server:
        bare = server.base_url.removesuffix("/v1")
        found = await try_models(settings(model="compatible:qwen3", base_url=bare))
    assert of(found, "speak").why.endswith(f"Set DRAMATURG_BASE_URL={server.base_url}.")


async def test_no_server_is_told() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
    found = await try_models(settings(model="compatible:qwen3", base_url=address))
    assert "cannot be reached" in of(found, "speak").why


async def test_a_time_out_is_told_with_the_setting_that_allows_more() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        given = settings(model_speak="compatible:qwen3", base_url=address, timeout_speak=0.1)
        found = await try_models(given)
    assert "DRAMATURG_TIMEOUT_SPEAK" in of(found, "speak").why


async def test_a_model_that_cannot_be_opened_is_told_and_the_others_are_asked() -> None:
    found = await tried(model_speak="gemini:flash")
    assert "is not a model" in of(found, "speak").why
    assert [trial.why for trial in found.trials[1:]] == ["", ""]


async def test_a_missing_key_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAMATURG_MODELS", "on")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found = await try_models(settings(model="openai:gpt-5"))
    assert "Put its key into OPENAI_API_KEY or DRAMATURG_API_KEY." in of(found, "speak").why


async def test_where_every_model_is_forbidden_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DRAMATURG_MODELS", "off")
    with model_server() as server:
        given = settings(
            model="compatible:qwen3", base_url=server.base_url, local_servers=server.base_url
        )
        found = await try_models(given)
        assert (server.keys, server.asked) == ([], [])
    assert found.local == ()
    assert "off forbids every model" in of(found, "speak").why


async def test_nothing_else_looks_for_servers(tmp_path: Path) -> None:
    with model_server() as server:
        given = settings(
            store=str(tmp_path / "s.db"), model="offline", local_servers=server.base_url
        )
        async with open_app(given) as app:
            session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
            await app.sessions.turn(session, Heard("Hello."), key="1")
        assert (server.keys, server.asked) == ([], [])


async def test_a_server_that_is_set_and_usual_is_told_once() -> None:
    with model_server() as server:
        given = settings(
            model="offline", base_url=server.base_url, local_servers=server.base_url, api_key="sk-1"
        )
        found = await try_models(given)
    assert len(found.local) == 1
    assert set(server.keys) == {"Bearer sk-1", None}  # only where the key belongs


def test_a_form_is_told_in_the_words_of_its_question_too() -> None:
    for role, form in FORMS.items():
        assert all(f"`{name}`" in QUESTIONS[role][0] for name in form.model_fields)
