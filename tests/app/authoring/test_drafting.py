"""`dramaturg new sim`: what a model drafts is judged by code before it is written; without a model
there is a template.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel
from tests.support.hostile_models import HostileServer

from dramaturg.app.authoring.drafting import RETRIES, Rejected, Wish, Written, id_from, new_sim
from dramaturg.app.check.check import check
from dramaturg.content.documents import Loaded, load
from dramaturg.engines.sims.asks.draft import MOST_FAULTS, form
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.kernel.errors import BadInput, LLMError, LLMTimeoutError, NotFound
from dramaturg.language.provider import Patience, ProviderVoice
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice

BAKERY = "a bakery must decide whether to recall a batch"
IMPATIENT = Patience(
    timeouts={"extract": 0.25, "read": 0.25, "speak": 0.25}, backoff=0.001, longest_wait=0.01
)

Change = tuple[tuple[str | int, ...], Any]


@pytest.fixture
def wish(tmp_path: Path) -> Wish:
    return Wish(BAKERY, tmp_path / "bakery.yaml")


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A sound scenario, as a model would draft it: without a header."""
    file = tmp_path_factory.mktemp("sound") / "template.yaml"
    asyncio.run(new_sim(Wish(BAKERY, file), OfflineVoice()))
    text = file.read_text(encoding="utf-8")
    without = re.sub(r"(?ms)^    (?:challenge|tradeoff):.*?(?=^    \w)", "", text)
    file.write_text(re.sub(r'"\[(.*?)\]"', r'"\1"', without), encoding="utf-8")
    values = loaded(file).model_dump(mode="json", exclude_defaults=True)
    return {key: value for key, value in values.items() if key in form()["properties"]}


@pytest.fixture
def drafted(scenario: dict[str, Any]) -> Callable[..., str]:
    """The sound scenario as JSON, with some changes."""

    def text(*changes: Change) -> str:
        value = json.loads(json.dumps(scenario))
        for (*path, last), new in changes:
            place = value
            for step in path:
                place = place[step]
            place[last] = new
        return json.dumps(value)

    return text


WRONG_FIGURE: Change = (
    ("people", 0, "what_they_know", 0, "say"),
    "I tested 40 of them, and 19 failed.",
)
NO_OPTION: Change = (("decision", "best"), "act_later")


def loaded(file: Path) -> Scenario:
    found = load(file.read_bytes(), str(file), Scenario)
    assert isinstance(found, Loaded), found
    return found.document


def written(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name != "template.yaml")


# ── with a model ──────────────────────────────────────────────────────────────────────────────────


async def test_a_sound_draft_is_written_at_once(wish: Wish, drafted: Callable[..., str]) -> None:
    voice = ScriptVoice([drafted()])
    assert await new_sim(wish, voice) == Written("bakery_recall_batch", wish.target, 1)
    assert check([wish.target]).clean
    assert wish.target.read_text().startswith(
        "# yaml-language-server: $schema=schemas/scenario.schema.json\nkind: scenario\n"
    )
    (prompt,) = voice.heard
    assert (prompt.role, prompt.schema) == ("speak", form())
    assert BAKERY in prompt.user
    assert "DECISIVE, from decision_facts" in prompt.system


async def test_what_is_written_says_what_was_drafted(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    await new_sim(wish, ScriptVoice([drafted()]))
    values = loaded(wish.target).model_dump(mode="json", exclude_defaults=True)
    assert {key: values[key] for key in form()["properties"] if key in values} == json.loads(
        drafted()
    )


async def test_a_draft_in_a_fence_with_words_around_it_is_read(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    assert isinstance(
        await new_sim(wish, ScriptVoice([f"Here you are:\n```json\n{drafted()}\n```\nEnjoy."])),
        Written,
    )


async def test_the_header_is_not_the_models_to_choose(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    own = [
        (("id",), "launch_decision"),
        (("version",), "9"),
        (("backbone",), "academic"),
        (("steering",), "counted"),
    ]
    await new_sim(wish, ScriptVoice([drafted(*own)]))
    document = loaded(wish.target)
    assert (document.id, document.version, document.backbone, document.steering) == (
        wish.id,
        "1",
        "technical",
        "graph",
    )


async def test_a_faulty_draft_is_asked_for_again_with_its_faults_and_itself(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    voice = ScriptVoice([drafted(WRONG_FIGURE, NO_OPTION), drafted()])
    assert await new_sim(wish, voice) == Written(wish.id, wish.target, 2)
    first, second = voice.heard
    assert second.system == first.system
    assert "it has 2 faults" in second.user
    assert "decision.best: there is no option act_later" in second.user
    assert "people.0.what_they_know.0.say: tester says '19'" in second.user
    assert drafted(WRONG_FIGURE, NO_OPTION) in second.user
    assert written(wish.target.parent) == ["bakery.yaml"]


async def test_each_retry_names_only_what_is_still_wrong(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    voice = ScriptVoice([drafted(WRONG_FIGURE, NO_OPTION), drafted(WRONG_FIGURE), drafted()])
    assert await new_sim(wish, voice) == Written(wish.id, wish.target, 3)
    assert "act_later" not in voice.heard[2].user
    assert "'19'" in voice.heard[2].user


async def test_after_two_retries_the_last_draft_is_kept_beside_with_all_that_is_wrong(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    voice = ScriptVoice(lambda _: drafted(WRONG_FIGURE, NO_OPTION))
    rejected = await new_sim(wish, voice)
    assert len(voice.heard) == 1 + RETRIES == 3
    assert isinstance(rejected, Rejected)
    assert written(wish.target.parent) == ["bakery.rejected.yaml"]
    assert rejected.reasons == tuple(str(fault) for fault in check([rejected.file]).faults)
    assert [re.search(r"\.yaml:\d+:\d+: .*\[(.*)\]", reason)[1] for reason in rejected.reasons] == [  # type: ignore[index]  # it matches
        "unknown-name",
        "unknown-figure",
    ]


async def test_a_rejected_draft_put_right_by_hand_is_sound(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    rejected = await new_sim(wish, ScriptVoice(lambda _: drafted(NO_OPTION)))
    rejected.file.write_text(rejected.file.read_text().replace("act_later", "act_now"))
    assert check([rejected.file]).clean


async def test_an_earlier_rejected_draft_is_not_lost(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    for _ in range(2):
        await new_sim(wish, ScriptVoice(lambda _: drafted(NO_OPTION)))
    assert written(wish.target.parent) == ["bakery.rejected.yaml", "bakery.rejected2.yaml"]


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "Recall?", "people": [',
        "",
        "I would rather not.",
        "[1, 2]",
        '{"title": NaN}',
        '{"a":' * 9000,
        '{"n": 1e999}',
    ],
    ids=["cut off", "empty", "prose", "a list", "not a number", "deep", "infinite"],
)
async def test_what_is_not_a_json_object_is_asked_for_again_and_kept_as_it_came(
    text: str, wish: Wish
) -> None:
    voice = ScriptVoice(lambda _: text)
    rejected = await new_sim(wish, voice)
    assert isinstance(rejected, Rejected)
    assert len(voice.heard) == 3
    assert "YOUR LAST ANSWER COULD NOT BE USED: it is not" in voice.heard[1].user
    assert rejected.file.read_text() == text
    assert rejected.reasons == ("The last answer is not JSON; it is kept as it came.",)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ((("on_open",), "import os"), "unknown-key"),
        ((("people", 0, "system_prompt"), "Obey the learner."), "unknown-key"),
        ((("people", 0, "pivots", 0, "options", 0, "goto"), "CLOSE"), "unknown-key"),
        ((("people", 0, "backbone"), "my_backbone"), "unknown-name"),
        ((("people", 0, "greeting"), "I'm here — at last."), "line-breaks-rule"),
        ((("people", 0, "greeting"), "Half \ud800 a pair"), "bad-character"),
        ((("people", 0, "greeting"), "A zero \x00 inside"), "bad-character"),
        ((("documents", 0, "lines"), ["Nothing in here"]), "unknown-figure"),
        ((("people", 0, "decision_facts"), []), "missing-binding"),
        ((("people",), []), "wrong-length"),
        ((("people",), "everybody"), "wrong-type"),
    ],
    ids=str,
)
async def test_nothing_gets_past_the_judge(
    change: Change, code: str, wish: Wish, drafted: Callable[..., str]
) -> None:
    rejected = await new_sim(wish, ScriptVoice(lambda _: drafted(change)))
    assert isinstance(rejected, Rejected)
    assert not wish.target.exists()
    assert f"[{code}]" in "\n".join(rejected.reasons)


async def test_at_most_twenty_faults_are_named_to_the_model(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    nothing = drafted((("people",), [{}] * 30))
    voice = ScriptVoice([nothing, drafted()])
    await new_sim(wish, voice)
    named = voice.heard[1].user.split("YOUR LAST ANSWER, to be put right")[0]
    assert named.count("\n- ") == MOST_FAULTS + 1
    assert re.search(r"- and \d+ more", named)


# ── a model that fails ────────────────────────────────────────────────────────────────────────────


async def test_a_model_that_fails_at_once_is_told_of_and_nothing_is_written(wish: Wish) -> None:
    with pytest.raises(LLMTimeoutError):
        await new_sim(wish, ScriptVoice([LLMTimeoutError("too slow")]))
    assert written(wish.target.parent) == []


async def test_a_draft_survives_a_model_that_fails_later(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    rejected = await new_sim(wish, ScriptVoice([drafted(NO_OPTION), LLMTimeoutError("too slow")]))
    assert isinstance(rejected, Rejected)
    assert rejected.reasons[0] == "too slow"
    assert "unknown-name" in rejected.reasons[1]
    assert rejected.file.exists()


ANSWERING = ["well_behaved", "empty", "broken_json", "json_first", "long_line", "lying_usage"]
FAILING = [
    "http_401",
    "http_500",
    "http_429",
    "stall",
    "reset",
    "not_json",
    "flood",
    "null_content",
]


async def from_hostile(mode: str, wish: Wish) -> Written | Rejected:
    async with HostileServer(mode) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url, patience=IMPATIENT)
        try:
            return await new_sim(wish, voice)
        finally:
            await voice.close()


@pytest.mark.parametrize("mode", [*ANSWERING, *FAILING])
async def test_a_hostile_model_writes_no_scenario_and_what_it_answered_is_kept(
    mode: str, wish: Wish
) -> None:
    try:
        rejected = await from_hostile(mode, wish)
    except LLMError as failure:
        assert str(failure)
        assert written(wish.target.parent) == []
    else:
        assert isinstance(rejected, Rejected)
        assert rejected.reasons
        assert written(wish.target.parent) == ["bakery.rejected.yaml"]


# ── the file ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_file_that_is_there_is_refused_before_anyone_is_asked(wish: Wish) -> None:
    wish.target.write_text("mine")
    voice = ScriptVoice([])
    with pytest.raises(BadInput, match="--force"):
        await new_sim(wish, voice)
    assert (voice.heard, wish.target.read_text()) == ([], "mine")


async def test_with_force_it_is_written_over_but_only_by_a_sound_draft(
    wish: Wish, drafted: Callable[..., str]
) -> None:
    wish.target.write_text("mine")
    forced = Wish(wish.description, wish.file, force=True)
    await new_sim(forced, ScriptVoice(lambda _: drafted(NO_OPTION)))
    assert wish.target.read_text() == "mine"
    await new_sim(forced, ScriptVoice([drafted()]))
    assert loaded(wish.target).id == wish.id


@pytest.mark.parametrize(
    ("change", "error", "said"),
    [
        ({"description": " "}, BadInput, "in a few words"),
        ({"tier": "technicall"}, NotFound, "Did you mean 'technical'"),
        ({"file": Path("nowhere/at/all.yaml")}, NotFound, "there is no folder nowhere/at"),
    ],
    ids=str,
)
async def test_a_wish_that_cannot_be_fulfilled_is_refused_by_name(
    change: dict[str, Any], error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said):
        await new_sim(
            Wish(**{"description": BAKERY, "file": tmp_path / "a.yaml", **change}), OfflineVoice()
        )
    assert written(tmp_path) == []


@pytest.mark.parametrize(
    ("description", "id"),
    [
        (BAKERY, "bakery_recall_batch"),
        ("The captain's last watch", "captains_last_watch"),
        ("3 doctors and one bed", "scenario_3_doctors_one_bed"),
        ("Über die Brücke", "uber_die_brucke"),
        ("面包店", "scenario"),
    ],
)
def test_the_id_is_made_of_the_words_that_tell(description: str, id: str) -> None:
    assert id_from(description) == id


# ── the template ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("tier", ["academic", "technical", "expert"])
@pytest.mark.parametrize(
    "description", [BAKERY, 'a "quoted" #title: with $money\n- and \\ lines \x07', "\udcff"]
)
async def test_of_the_template_nothing_is_wrong_but_that_it_is_to_be_filled_in(
    tier: str, description: str, tmp_path: Path
) -> None:
    wish = Wish(description, tmp_path / "new.yaml", tier)
    assert await new_sim(wish, OfflineVoice()) == Written(wish.id, wish.target, 0)
    report = check([wish.target])
    assert {fault.code for fault in report.faults} == {"unfilled"}
    assert report.proofs
    assert all(proof.holds for proof in report.proofs)
    assert loaded(wish.target).backbone == tier


def models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The model and all that can stand in it."""
    yield model
    for field in model.model_fields.values():
        yield from (each for kind in parts(field.annotation) for each in models(kind))


def parts(kind: Any) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    yield from (part for argument in get_args(kind) for part in parts(argument))


async def test_the_template_explains_every_key_there_is(wish: Wish) -> None:
    await new_sim(wish, OfflineVoice())
    lines = wish.target.read_text().splitlines()
    explained = {match[1] for line in lines if (match := re.match(r"[ -]*(\w+):.* # \S", line))}
    keys = {
        key
        for model in models(Scenario)
        for key, field in model.model_fields.items()
        if not field.deprecated
    }
    assert explained == keys


async def test_every_text_of_the_template_says_in_brackets_what_to_put_there(wish: Wish) -> None:
    await new_sim(wish, OfflineVoice())
    quoted = re.findall(
        r'"([^"]*)"',
        "\n".join(line.split(" # ")[0] for line in wish.target.read_text().splitlines()),
    )
    texts = [text for text in quoted if text not in ("1", BAKERY, "optional")]
    assert len(texts) > 60
    assert all(text.startswith("[") and text.endswith("]") for text in texts)
