"""`dramaturg signals read`, as a person or a program at the shell meets it."""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.cli.at_the_shell import run_here
from tests.support.hostile_models import HostileServer

from dramaturg.cli import signals
from dramaturg.cli.signals import Faults, Line, batches, explained, flat, read_lines
from dramaturg.kernel.errors import BadInput
from dramaturg.language.ear.signals import SIGNALS
from dramaturg.turn.readings import Reading, Readings, Utterance

pytestmark = pytest.mark.slow  # nearly every one reads with the models

PAGE = Path(__file__).parents[2] / "docs" / "readers.md"
COMMAND = [sys.executable, "-c", "from dramaturg.cli.main import run; run()", "signals", "read"]
# DESIGN.md, formats of the deterministic commands
NUMBERS = [
    *(
        "valence",
        "emotion",
        "certainty",
        "vagueness",
        "specificity",
        "engagement",
        "refusal",
        "stop",
        "distress",
        "self_harm",
    ),
    *("contradiction", "elaboration", "causal", "disclosure", "intimacy"),
    *("question", "open_question", "leading_question", "prohibited"),
]
TALK = [
    {
        "text": "We moved to the coast because my father found work.",
        "context": "Why did you leave?",
    },
    {
        "text": "I'd rather not say.",
        "context": "And then?",
        "earlier": ["My father never came back."],
    },
    {"text": "Fine.", "context": None, "earlier": None},
]


def run(*arguments: str, stdin: bytes = b"", **environment: str) -> CompletedProcess[str]:
    return run_here("signals", "read", *arguments, stdin=stdin, **environment)


def run_process(*arguments: str, stdin: bytes = b"") -> CompletedProcess[bytes]:
    """In a process of its own, which remembers nothing that another has read."""
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, check=False)


def lines(*values: Any) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def looked_at(data: bytes) -> tuple[list[Line], list[str]]:
    faults = Faults("-")
    return list(read_lines(io.BytesIO(data), faults)), faults.told


# ── in ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_line_is_a_turn_with_its_context_and_what_was_said_earlier() -> None:
    found, faults = looked_at(
        lines({"text": "now", "context": "asked", "earlier": ["first", "then"]}, {"text": "alone"})
    )
    assert [line.said for line in found] == [
        Utterance("now", "asked", ("first", "then")),
        Utterance("alone"),
    ]
    assert not faults


def test_a_mark_at_the_beginning_other_line_ends_and_blank_lines_do_no_harm() -> None:
    found, faults = looked_at(
        b'\xef\xbb\xbf{"text": "one"}\r\n\r\n  \n{"text": "two"}\r\n{"text": "three"}'
    )
    assert [(line.number, line.said.text) for line in found] == [
        (1, "one"),
        (4, "two"),
        (5, "three"),
    ]
    assert not faults


@pytest.mark.parametrize("data", [b"", b"\n\r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_an_empty_input_has_no_turns_and_no_faults(data: bytes) -> None:
    assert looked_at(data) == ([], [])


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b'{"txt": "x", "text": "x"}', "-:1: unknown key 'txt'. Did you mean 'text'?"),
        (
            b'{"speaker": "A", "text": "x"}',
            "-:1: unknown key 'speaker'. Known: context, earlier, text.",
        ),
        (b"not json", "-:1: this is not JSON; write one turn a line"),
        (b'["text"]', "-:1: this is no JSON object"),
        (b"{}", "-:1: 'text' is missing"),
        (b'{"text": null}', "-:1: 'text' must be a text"),
        (b'{"text": 7}', "-:1: 'text' must be a text"),
        (b'{"text": "x", "context": ["y"]}', "-:1: 'context' must be a text"),
        (b'{"text": "x", "earlier": "y"}', "-:1: 'earlier' must be a list of texts"),
        (b'{"text": "x", "earlier": ["y", 1]}', "-:1: 'earlier' must be a list of texts"),
        (b'{"text": "\xff"}', "-:1: this is not UTF-8"),
        (b'{"text": "x" ' + b"[" * 100_000, "-:1: this is not JSON"),
        (b"[" * 100_000, "-:1: this is not JSON"),
        (
            lines({"text": "x" * 5_000_000}),
            "-:1: 'text' has 5,000,000 characters and may have 100,000",
        ),
        (
            lines({"text": "x", "earlier": ["y", "z" * 100_001]}),
            "-:1: 'earlier' has 100,001 characters",
        ),
    ],
)
def test_a_fault_is_told_with_its_line_and_what_to_do(line: bytes, fault: str) -> None:
    found, faults = looked_at(line)
    assert not found
    assert len(faults) == 1
    assert faults[0].startswith(fault)


def test_all_faults_are_told_and_the_good_lines_between_them_found() -> None:
    found, faults = looked_at(b'{"text": "one"}\n{"a": 1, "b": 2}\n{"text": "two"}\n{\n')
    assert [line.number for line in found] == [1, 3]
    assert [fault.split(":")[1] for fault in faults] == ["2", "2", "2", "4"]


def test_of_very_many_faults_the_first_are_told_and_the_others_counted() -> None:
    faults = Faults("-")
    list(read_lines(io.BytesIO(b"{}\n" * 250), faults))
    with pytest.raises(BadInput) as refused:
        faults.refuse()
    assert str(refused.value).count("is missing") == 100
    assert str(refused.value).endswith("and 150 more")


def test_a_line_without_end_is_passed_over_and_the_next_one_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signals, "LONGEST_LINE", 100)
    found, faults = looked_at(b'{"text": "' + b"x" * 1_000 + b'"}\n{"text": "next"}\n')
    assert [line.said.text for line in found] == ["next"]
    assert faults == ["-:1: the line is longer than 100 bytes; write one turn a line"]


def test_batches_have_so_many_lines_or_bytes_at_most_and_keep_the_order() -> None:
    small = [Line(number, Utterance("x"), 10) for number in range(5)]
    assert [[line.number for line in batch] for batch in batches(iter(small), 2)] == [
        [0, 1],
        [2, 3],
        [4],
    ]
    large = [Line(number, Utterance("x"), 600_000) for number in range(5)]
    assert [[line.number for line in batch] for batch in batches(iter(large), 64)] == [
        [0, 1],
        [2, 3],
        [4],
    ]


# ── out ───────────────────────────────────────────────────────────────────────────────────────────

FOUND = Readings(
    {"valence": Reading(0.75, 0.8, "model", "glad"), "depth": Reading(0.4, 0.5, "depth head")},
    {"stop": "ValueError: no"},
)


def test_the_plain_form_is_flat_with_a_word_for_the_depth() -> None:
    assert flat(FOUND) == {"valence": 0.75, "depth": 0.4, "response_depth": "moderate"}


def test_the_explained_form_says_how_sure_who_and_why() -> None:
    assert explained(FOUND) == {
        "valence": {"value": 0.75, "confidence": 0.8, "reader": "model", "why": "glad"},
        "depth": {"value": 0.4, "confidence": 0.5, "reader": "depth head"},
        "response_depth": "moderate",
        "degraded": {"stop": "ValueError: no"},
    }


def test_the_table_has_every_signal_in_the_order_of_the_design() -> None:
    told = [signal.name for signal in SIGNALS]
    assert [signal for signal in told if signal in NUMBERS] == NUMBERS
    assert "depth" in told


def test_the_page_tells_what_each_signal_measures_in_the_words_of_the_table() -> None:
    rows = dict(
        re.findall(r"^\| `(\w+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert {signal.name: signal.description for signal in SIGNALS} == {
        key: rows[key] for key in rows if key != "response_depth"
    }


# ── at the shell ──────────────────────────────────────────────────────────────────────────────────


def test_one_object_a_line_with_numbers_from_0_to_1_and_the_same_whatever_the_batch(
    tmp_path: Path,
) -> None:
    together = run_process(stdin=lines(*TALK))
    assert (together.returncode, together.stderr) == (0, b"")
    told = [json.loads(line) for line in together.stdout.splitlines()]
    assert len(told) == len(TALK)
    for each in told:
        assert [signal for signal in each if signal in NUMBERS] == NUMBERS
        depth = each.pop("response_depth")
        assert depth in ("surface", "shallow", "moderate", "deep")
        assert all(isinstance(value, float) and 0 <= value <= 1 for value in each.values())

    file = tmp_path / "talk.jsonl"
    file.write_bytes(lines(*TALK))
    assert run_process("--in", str(file), "--batch", "1").stdout == together.stdout


def test_the_example_on_the_page_comes_out_as_it_says() -> None:
    given, shown = re.findall(r"```jsonl\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    for told, line in zip(
        run(stdin=given.encode()).stdout.splitlines(), shown.splitlines(), strict=True
    ):
        found, promised = json.loads(told), json.loads(line)
        assert found.pop("response_depth") == promised.pop("response_depth")
        assert found == pytest.approx(promised, abs=0.1)


def test_explained_each_line_has_relations_frames_and_claims() -> None:
    turn = {"text": "I was born in 1951, and we left because there was no work."}
    result = run("--explain", stdin=lines(turn))
    (told,) = map(json.loads, result.stdout.splitlines())
    assert set(told["refusal"]) == {"value", "confidence", "reader"}
    (cause,) = [relation for relation in told["relations"] if relation["kind"] == "cause"]
    assert set(cause) == {"kind", "from", "to", "marker", "confidence"}
    assert (
        cause["from"]["text"]
        == turn["text"][cause["from"]["start"] :][: len(cause["from"]["text"])]
    )
    assert "leave" in [frame["lemma"] for frame in told["frames"]]
    assert any("1951" in claim["span"]["text"] for claim in told["claims"])


def test_what_cannot_be_read_is_told_as_unread_and_a_promise_holds_in_it() -> None:
    turns = [
        {"text": "Wir hatten einen Garten hinter dem Haus."},
        {"text": "👍👍"},
        {"text": "Das ist mir alles zu viel und ich will nicht mehr. I want to stop now."},
    ]
    german, emoji, both = map(json.loads, run("--explain", stdin=lines(*turns)).stdout.splitlines())
    assert german["refusal"] == {"value": 0.0, "confidence": 0.0, "reader": "unread: de"}
    assert emoji["valence"] == {"value": 0.5, "confidence": 0.0, "reader": "unread: unknown"}
    assert both["stop"] == {"value": 1.0, "confidence": 1.0, "reader": "rule: stop"}
    assert both["emotion"]["reader"] == "unread: de"


def test_no_input_is_no_output() -> None:
    result = run()
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_file_with_faults_is_not_read_at_all(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_bytes(lines(*TALK) + b"oops\n" + lines({"text": 1}))
    result = run("--in", str(file), "--batch", "1")
    assert (result.returncode, result.stdout) == (1, "")
    assert [line.split(": ")[0].split(":")[-1] for line in result.stderr.splitlines()] == ["4", "5"]


def test_from_standard_input_what_stands_before_the_first_fault_is_told_and_every_fault_named() -> (
    None
):
    result = run("--batch", "1", stdin=lines(TALK[0]) + b"oops\n" + lines(TALK[1]) + b"{}\n")
    assert result.returncode == 1
    assert len(result.stdout.splitlines()) == 1
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == ["-:2", "-:4"]


@pytest.mark.parametrize(("name", "start"), [("-", run), ("/dev/stdin", run_process)])
def test_a_pipe_may_be_named_as_the_file(
    name: str, start: Callable[..., CompletedProcess[Any]]
) -> None:
    assert len(start("--in", name, stdin=lines(*TALK)).stdout.splitlines()) == len(TALK)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--in", "nowhere.jsonl"), "nowhere.jsonl cannot be read: no such file or directory"),
        (("--in", "."), ". cannot be read: is a directory"),
        (("--model",), "No model is configured. Set DRAMATURG_MODEL_READ"),
    ],
)
def test_mistakes_get_a_message_and_no_trace(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments)
    assert result.returncode == 1
    assert says in result.stderr
    assert "Traceback" not in result.stderr


def test_whoever_stops_listening_gets_no_trace() -> None:
    command = subprocess.Popen(
        [*COMMAND, "--batch", "1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert command.stdin and command.stdout and command.stderr
    command.stdin.write(lines(*TALK))
    command.stdin.flush()
    assert command.stdout.readline()
    command.stdout.close()
    command.stdin.write(lines(*TALK) * 20)
    command.stdin.close()
    told = command.stderr.read()
    command.stderr.close()
    assert command.wait(60) == 1
    assert told == b""


async def test_a_configured_model_reads_and_a_failing_one_is_told() -> None:
    async def at(server: HostileServer) -> CompletedProcess[str]:
        return await asyncio.to_thread(
            run,
            "--model",
            "--explain",
            stdin=lines(TALK[0]),
            DRAMATURG_MODEL="compatible:any",
            DRAMATURG_BASE_URL=server.base_url,
        )

    def threes(asked: Any) -> str:
        wanted = asked.body["response_format"]["json_schema"]["schema"]["required"]
        return json.dumps({signal: {"why": "so it seems", "score": 3} for signal in wanted})

    async with HostileServer("well_behaved", threes) as server:
        result = await at(server)
    assert json.loads(result.stdout)["valence"] == {
        "value": 0.5,
        "confidence": 0.8,
        "reader": "model",
        "why": "so it seems",
    }
    async with HostileServer("http_401") as server:
        result = await at(server)
    assert result.returncode == 0
    assert json.loads(result.stdout)["valence"]["reader"] != "model"
    assert "-:1: model did not read this turn: LLMRefusedError" in result.stderr
