"""Flows from elsewhere: sound ones are proven, each defect is found in each format that can have
it, nothing else is claimed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.hanging import ended_if_it_hangs

from dramaturg.app.check.check import check
from dramaturg.app.check.flows import flows_in, judge_flow
from dramaturg.content.library import packaged
from dramaturg.engines.kit import Judged

EXAMPLES = Path(__file__).parents[3] / "examples" / "flows"
FLOWS = sorted(EXAMPLES.iterdir())


def judged(folder: Path, name: str, text: str) -> Judged:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    assert list(flows_in([file])) == [file]
    return judge_flow(file)


def codes(found: Judged) -> set[str]:
    return {fault.code for fault in found.faults}


@pytest.mark.parametrize("file", FLOWS, ids=lambda file: file.name)
def test_a_sound_flow_is_proven(file: Path) -> None:
    report = check([file])
    assert report.files == 1
    assert report.clean
    assert len(report.proofs) == 3
    assert all(proof.states > 3 for proof in report.proofs)


# ── defects ───────────────────────────────────────────────────────────────────────────────────────


def choice(words: str, *body: Any, number: int = 0) -> tuple[list[Any], dict[str, Any]]:
    return ["ev", "str", f"^{words}", "/str", "/ev", {"*": f".^.c-{number}", "flg": 20}], {
        f"c-{number}": [*body, None]
    }


def story(**knots: Any) -> str:
    """A compiled story that begins with its first knot."""
    first = next(iter(knots))
    return json.dumps(
        {"inkVersion": 21, "root": [[{"->": first}, ["done", {"#n": "g-0"}], None], "done", knots]}
    )


def offering(*choices: tuple[list[Any], dict[str, Any]]) -> list[Any]:
    said = [item for items, _ in choices for item in items]
    return [*said, {name: body for _, named in choices for name, body in named.items()}]


def config(**nodes: Any) -> str:
    """A FlowConfig that begins with its first node; a text stands for where the node's only
    function leads, None for an end.
    """
    made = {
        name: {
            "functions": [
                {"name": f"go_{target}", "transition_to": target}
                for target in (targets or "").split()
            ]
        }
        | ({"post_actions": [{"type": "end_conversation"}]} if targets is None else {})
        for name, targets in nodes.items()
    }
    return json.dumps({"initial_node": next(iter(nodes)), "nodes": made})


END = {"->": "bye"}
BYE = ["^Bye.", "end", None]
FORK = offering(choice("on", END), choice("in", {"->": "b"}, number=1))
ASKING = "title: Start\n---\n-> A\n    <<jump A>>\n-> B\n===\n"

DEFECTS = [
    ("no-single-end", "flow.mmd", "stateDiagram-v2\n[*] --> A\nA --> B : go\nB --> A : back\n"),
    ("dead-end", "flow.mmd", "stateDiagram-v2\n[*] --> A\nA --> B : go\nA --> [*] : stop\n"),
    (
        "trap",
        "flow.mmd",
        "stateDiagram-v2\n[*] --> A\nA --> B : go\nA --> [*] : stop\nB --> C : on\nC --> B : on\n",
    ),
    (
        "endless-walk",
        "flow.mmd",
        "stateDiagram-v2\n[*] --> A\nA --> B : go\nA --> [*] : stop\nB --> C\nC --> B\n",
    ),
    ("unreachable-node", "flow.mmd", "stateDiagram-v2\n[*] --> A\nA --> [*]\nB --> A\n"),
    (
        "duplicate-node",
        "flow.mmd",
        "stateDiagram-v2\n[*] --> A\nA --> [*]\nstate A {\n[*] --> B\n}\nstate A {\n[*] --> C\n}\n",
    ),
    ("edge-to-nowhere", "flow.mmd", "stateDiagram-v2\nA --> B\nB --> [*]\n"),
    ("no-single-end", "talk.yarn", "title: Start\n---\n-> Yes\n    <<jump Start>>\n===\n"),
    ("trap", "talk.yarn", ASKING + "title: A\n---\n-> x\n    <<jump A>>\n===\n"),
    (
        "endless-walk",
        "talk.yarn",
        ASKING + "title: A\n---\n<<jump C>>\n===\ntitle: C\n---\n<<jump A>>\n===\n",
    ),
    ("unreachable-node", "talk.yarn", "title: Start\n---\nHi.\n===\ntitle: Other\n---\nHo.\n===\n"),
    ("duplicate-node", "talk.yarn", "title: Start\n---\nHi.\n===\ntitle: Start\n---\nHo.\n===\n"),
    (
        "edge-to-nowhere",
        "talk.yarn",
        "title: Start\n---\n<<if $x>>\n<<jump Strat>>\n<<endif>>\n===\n",
    ),
    ("no-single-end", "flow.json", config(a="b", b="a")),
    ("dead-end", "flow.json", config(a="b c", b="", c=None)),
    ("trap", "flow.json", config(a="b c", b="b", c=None)),
    ("unreachable-node", "flow.json", config(a="c", b="c", c=None)),
    (
        "duplicate-key",
        "flow.json",
        config(a="b", b=None).replace('"b": {', '"b": {"functions": []}, "b": {'),
    ),
    ("edge-to-nowhere", "flow.json", config(a="b x", b=None)),
    ("no-single-end", "story.json", story(a=offering(choice("on", {"->": "a"})))),
    (
        "dead-end",
        "story.json",
        story(a=offering(choice("on", END), choice("off", "^Oh.", number=1)), bye=BYE),
    ),
    ("trap", "story.json", story(a=FORK, b=offering(choice("b", {"->": "b"})), bye=BYE)),
    (
        "endless-walk",
        "story.json",
        story(a=FORK, b=[{"->": "c"}, None], c=[{"->": "b"}, None], bye=BYE),
    ),
    ("unreachable-node", "story.json", story(a=[END, None], other=[END, None], bye=BYE)),
    ("edge-to-nowhere", "story.json", story(a=[{"->": "bey"}, None], bye=BYE)),
]


@pytest.mark.parametrize(
    ("code", "name", "text"), DEFECTS, ids=[f"{code}-{name}" for code, name, _ in DEFECTS]
)
def test_every_defect_is_found(code: str, name: str, text: str, tmp_path: Path) -> None:
    found = judged(tmp_path, name, text)
    follows = {"endless-walk": {"trap"}}.get(code, set())
    assert codes(found) == {code} | follows
    assert all(
        fault.file == str(tmp_path / name) and fault.line and fault.column and fault.remedy
        for fault in found.faults
    )


def test_a_counter_example_is_a_walk_that_can_be_read(tmp_path: Path) -> None:
    found = judged(tmp_path, "flow.mmd", next(text for code, _, text in DEFECTS if code == "trap"))
    (refuted,) = (proof for proof in found.proofs if not proof.holds)
    assert refuted.counterexample == ("it begins at A", "A: 'go' -> B")


def test_what_lies_behind_an_unreachable_step_is_told_with_it(tmp_path: Path) -> None:
    found = judged(
        tmp_path, "flow.mmd", "stateDiagram-v2\n[*] --> A\nA --> [*]\nB --> C\nC --> A\n"
    )
    assert [fault.message for fault in found.faults] == [
        "B cannot be reached, nor what lies behind it: C"
    ]


def test_a_round_that_only_a_condition_ends_is_told_and_no_fault(tmp_path: Path) -> None:
    found = judged(
        tmp_path, "talk.yarn", "title: Start\n---\n<<if $x>>\n<<jump Start>>\n<<endif>>\n===\n"
    )
    assert not found.faults
    assert found.unproven == (
        "talk.yarn: only a condition ends this round, and nobody is asked in it: Start: -> Start",
    )


def test_a_target_that_only_shows_when_it_runs_is_told_and_keeps_steps_from_being_called_unreachable(
    tmp_path: Path,
) -> None:
    found = judged(
        tmp_path,
        "talk.yarn",
        "title: Start\n---\n<<jump {$next}>>\n===\ntitle: Other\n---\nHo.\n===\n",
    )
    assert not found.faults
    assert found.unproven == (
        "talk.yarn, line 3: where this jump leads shows only when it runs",
        "talk.yarn: no written way leads to Other; one that only shows when it runs may",
    )


@pytest.mark.slow
def test_a_flow_with_more_states_than_can_be_walked_is_refused(tmp_path: Path) -> None:
    lines = [f"s{number} --> s{number + 1}" for number in range(50_001)]
    found = judged(
        tmp_path, "flow.mmd", "\n".join(["stateDiagram-v2", "[*] --> s0", *lines, "s50001 --> [*]"])
    )
    assert codes(found) == {"too-many-states"}


# ── what is read of each format: sound only if it is read right ───────────────────────────────────

COMPOSITE = "stateDiagram-v2\n[*] --> Out\nOut --> In : go\nstate In {\n%s}\nIn --> Out%s\nOut --> [*] : stop\n"
EDITOR: dict[str, Any] = {
    "nodes": [
        {
            "id": "a",
            "type": "initial",
            "data": {"functions": [{"name": "go", "next_node_id": "b"}]},
        },
        {"id": "b", "type": "node", "data": {"functions": []}},
        {"id": "c", "type": "end", "data": {}},
    ],
    "edges": [{"id": "1", "source": "b", "target": "c"}],
}
EVERYWHERE = {
    "initial_node": "a",
    "nodes": {"a": {}, "b": {"pre_actions": [{"type": "end_conversation"}]}},
}
OLDER = {"function": {"name": "go", "transition_to": "b"}}

SOUND = {
    "a state inside is left at its own end": (
        "f.mmd",
        COMPOSITE % ("[*] --> A\nA --> [*] : done\n", ""),
    ),
    "a state inside without an end is left from anywhere": (
        "f.mmd",
        COMPOSITE % ("[*] --> A\nA --> B : x\n", ""),
    ),
    "a label leaves a state inside at any time": (
        "f.mmd",
        COMPOSITE % ("[*] --> A\nA --> B : x\nA --> [*] : y\nB --> B : z\n", " : back"),
    ),
    "notes and looks say nothing": (
        "f.mmd",
        "stateDiagram\n[*] --> A\nnote left of A\nB --> C\nend note\nclassDef x y\nA --> [*]\n",
    ),
    "a detour comes back": (
        "t.yarn",
        "title: Start\n---\n<<detour A>>\n<<stop>>\n===\ntitle: A\n---\n-> x\n===\n",
    ),
    "old links are options": (
        "t.yarn",
        "title: Start\n---\n[[1|A]]\n[[2|B]]\n===\ntitle: A\n---\n[[B]]\n===\ntitle: B\n---\n===\n",
    ),
    "nodes with conditions may share a title": (
        "t.yarn",
        "title: Start\nwhen: x\n---\n===\ntitle: Start\nwhen: y\n---\n===\n",
    ),
    "a game may begin at any node nothing leads to": (
        "t.yarn",
        "title: A\n---\n===\ntitle: B\n---\n===\n",
    ),
    "what the editor draws": ("f.json", json.dumps(EDITOR)),
    "a function for every node": ("f.json", json.dumps(EVERYWHERE | {"global_functions": [OLDER]})),
    "a tunnel comes back": (
        "s.json",
        story(a=[{"->t->": "b"}, "end", None], b=["ev", "void", "/ev", "->->", None]),
    ),
    "a thread offers its choices": (
        "s.json",
        story(a=["thread", {"->": "b"}, "done", None], b=offering(choice("x", "end"))),
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_it_is_read_that(name: str, tmp_path: Path) -> None:
    found = judged(tmp_path, *SOUND[name])
    assert not found.faults
    assert all(proof.holds for proof in found.proofs)


def test_a_jump_on_a_detour_is_for_good(tmp_path: Path) -> None:
    text = "title: Start\n---\n<<detour A>>\nNever said.\n===\ntitle: A\n---\n<<jump B>>\n===\ntitle: B\n---\n===\n"
    (fault,) = judged(tmp_path, "t.yarn", text).faults
    assert fault.message == "Start after A (line 3) cannot be reached"


def test_a_jump_into_another_file_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "other.yarn").write_text("title: Far\n---\n<<jump Near>>\n===\n", encoding="utf-8")
    found = judged(
        tmp_path, "t.yarn", "title: Start\n---\n<<jump Far>>\n===\ntitle: Near\n---\n===\n"
    )
    assert not found.faults
    assert found.unproven == ("t.yarn, line 3: Far is in other.yarn",)


# ── which files ───────────────────────────────────────────────────────────────────────────────────


def test_flows_are_found_in_a_folder() -> None:
    assert list(flows_in([EXAMPLES])) == FLOWS


def test_nothing_of_our_own_is_taken_for_a_flow() -> None:
    assert list(flows_in([packaged()])) == []
    assert list(flows_in([file for file in packaged().rglob("*") if file.is_file()])) == []


OTHERS = {
    "plan.json": '{"scenes": [], "edges": []}',
    "graph.json": '{"nodes": [{"id": "a", "data": {"label": "A"}}], "edges": []}',
    "own.json": '{"kind": "backbone", "initial_node": "a", "nodes": {}}',
    "own.yaml": "kind: backbone\ninitial_node: a\nnodes: []\n",
    "calls.mmd": "sequenceDiagram\n    A->>B: hello\n",
    "notes.txt": "stateDiagram-v2\n",
    "torn.json": '{"nodes": [], "edges": [',
}


def test_files_of_other_kinds_are_not_taken_for_flows(tmp_path: Path) -> None:
    for name, text in OTHERS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(flows_in([tmp_path])) == []


ODD = {
    "empty.mmd": (b"", "empty"),
    "calls.mmd": (b"sequenceDiagram\n", "unreadable-flow"),
    "binary.mmd": (b"\x00\xff\xfe", "not-utf-8"),
    "huge.yarn": (b"x" * 1_000_001, "too-large"),
    "source.ink": (b"Hello. -> END", "unreadable-flow"),
    "torn.json": (b'{"inkVersion": 21, "root": [["^Hel', "unreadable-flow"),
    "rootless.json": (b'{"inkVersion": 21, "root": 7}', "unreadable-flow"),
    "deep.json": (b'{"inkVersion": 21, "root": ' + b"[" * 5_000, "too-deep"),
    "deep.mmd": (
        b"stateDiagram\n" + b"".join(b"state s%d {\n" % number for number in range(100)),
        "too-deep",
    ),
    "deep.yarn": (
        b"title: Start\n---\n" + b"".join(b" " * n + b"-> x\n" for n in range(100)) + b"===\n",
        "too-deep",
    ),
    "flow.yaml": (b"initial_node: [\n", "not-yaml"),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_files_give_a_fault_when_they_are_named(name: str, tmp_path: Path) -> None:
    data, code = ODD[name]
    (tmp_path / name).write_bytes(data)
    assert list(flows_in([tmp_path / name])) == [tmp_path / name]
    assert code in codes(judge_flow(tmp_path / name))


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    assert codes(judge_flow(tmp_path / "gone.mmd")) == {"unreadable-file"}


# ── anything at all ───────────────────────────────────────────────────────────────────────────────

LINES = """\
stateDiagram-v2
[*] --> A
A --> [*]
A --> B : x
state A {
state B <<choice>>
}
note right of A
end note
title: Start
title: A
when: x
---
===
-> yes
    -> no
=> perhaps
<<jump A>>
    <<jump Start>>
<<jump {$x}>>
<<jump
<<detour A>>
<<if $x>>
<<elseif>>
<<else>>
<<endif>>
<<once>>
<<endonce>>
<<stop>>
<<return>>
[[A]]
[[x|A]]
%% x
// y
:
"""
KEYS = "->,*,^->,->t->,var,c,#n,a,b,temp=,f(),functions,transition_to,cases,name,id,data,post_actions,type"
PLAIN = "done,end,ev,->->,thread,^a,void,.^.^,a.0,a,0"


def words_of(listed: str) -> st.SearchStrategy[str]:
    return st.sampled_from(listed.split(","))


some_lines = st.lists(st.sampled_from(LINES.splitlines()), max_size=25).map("\n".join)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | words_of(PLAIN),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(words_of(KEYS), inner, max_size=4),
    max_leaves=25,
)
json_flows = st.one_of(
    st.fixed_dictionaries({"inkVersion": st.just(21), "root": values}),
    st.fixed_dictionaries({"initial_node": values, "nodes": values, "global_functions": values}),
    st.fixed_dictionaries(
        {"initial_node": st.just("a"), "nodes": st.dictionaries(st.sampled_from("ab"), values)}
    ),
    st.lists(values).map(
        lambda nodes: {"nodes": [{"id": "a", "data": {"functions": []}}, *nodes], "edges": nodes}
    ),
)


@pytest.mark.slow
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.sampled_from([".mmd", ".yarn"]), some_lines | st.text(max_size=60))
def test_any_lines_give_proofs_or_faults(tmp_path: Path, ending: str, text: str) -> None:
    assert_well_answered(
        tmp_path / f"any{ending}", ("stateDiagram\n" if ending == ".mmd" else "") + text
    )


@pytest.mark.slow
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(json_flows.map(json.dumps) | st.text(max_size=60))
def test_any_json_gives_proofs_or_faults(tmp_path: Path, text: str) -> None:
    assert_well_answered(tmp_path / "any.json", text)


def assert_well_answered(file: Path, text: str) -> None:
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    found = judge_flow(file)
    assert found.proofs or found.faults
    for fault in found.faults:
        assert (
            fault.file == str(file)
            and fault.line
            and fault.column
            and fault.message
            and fault.remedy
        )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("odd.mmd", f"stateDiagram-v2\na{' ' * 300_000}x"),
        ("odd.yarn", f"title: Start\n---\nhello{' ' * 300_000}#\n===\n"),
        ("odd.yarn", f"title: Start\n---\n{'[' * 300_000}\n===\n"),
    ],
)
def test_no_line_is_so_odd_that_reading_it_takes_long(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with ended_if_it_hangs():
        assert judge_flow(tmp_path / name).faults
