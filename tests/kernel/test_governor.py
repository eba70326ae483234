from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.conditions import Value, parse
from dramaturg.kernel.governor import AtMost, Governed, HeldBack, Level, Limit, Rise, govern


def limit(name: str, when: str, at_most: AtMost) -> Limit:
    return Limit(name, parse(when), at_most)


# The memoir's depth rules (seed 003, Depth Governor; consent as settled in its spec) as nothing but
# data.
DEPTH = (
    limit("one step a turn", "true", Rise(1)),
    limit("no deeper after a refusal", "refusal_or_discomfort", Rise(0)),
    limit("a step back on refusal", "refusal_or_discomfort", Rise(-1)),
    limit(
        "never twice in a row unasked",
        "deepened_last_turn and not user_initiated_elaboration",
        Rise(0),
    ),
    limit("only when invited", "not user_initiated_elaboration and not consent", Rise(0)),
    limit("distress", "emotion_score >= 0.9", Rise(0)),
    limit("sensitive core needs consent", "not consent", Level(2)),
    limit("deepest", "true", Level(3)),
    limit("escalations on this topic", "escalations >= 2 and not consent", Rise(0)),
    limit("escalations with consent", "escalations >= 3", Rise(0)),
    limit("a new topic begins at the top", "new_topic", Level(0)),
)
INVITED: dict[str, Value] = {
    "refusal_or_discomfort": False,
    "deepened_last_turn": False,
    "user_initiated_elaboration": True,
    "consent": False,
    "emotion_score": 0.2,
    "escalations": 0,
    "new_topic": False,
}


def depth(current: int, proposed: int = 3, **facts: Value) -> Governed:
    return govern(DEPTH, proposed, current, INVITED | facts)


def test_memoir_goes_at_most_one_step_deeper_a_turn() -> None:
    assert depth(0).level == 1


def test_memoir_never_goes_deeper_after_a_refusal_and_falls_back() -> None:
    assert depth(2, refusal_or_discomfort=True).level == 1
    assert depth(0, refusal_or_discomfort=True).level == 0


def test_memoir_never_goes_deeper_twice_in_a_row_without_elaboration() -> None:
    assert (
        depth(1, deepened_last_turn=True, user_initiated_elaboration=False, consent=True).level == 1
    )
    assert depth(1, deepened_last_turn=True).level == 2


def test_memoir_stays_when_nobody_invited_it_deeper() -> None:
    assert depth(1, user_initiated_elaboration=False).level == 1


def test_memoir_keeps_its_budget_and_consent_grants_one_escalation_more() -> None:
    assert depth(1, escalations=2).level == 1
    assert depth(2, escalations=2, consent=True).level == 3
    assert depth(2, escalations=3, consent=True).level == 2


def test_memoir_reaches_the_sensitive_core_only_with_consent() -> None:
    assert depth(2).level == 2
    assert depth(2, consent=True).level == 3


def test_memoir_holds_in_distress_and_begins_a_new_topic_at_the_top() -> None:
    assert depth(1, emotion_score=0.9).level == 1
    assert depth(2, new_topic=True).level == 0


def test_every_limit_that_held_back_gives_its_reason() -> None:
    governed = depth(1, proposed=2, refusal_or_discomfort=True)
    assert governed.held == (
        HeldBack("no deeper after a refusal", 1, "refusal_or_discomfort"),
        HeldBack("a step back on refusal", 0, "refusal_or_discomfort"),
    )


def test_a_limit_holds_when_its_facts_are_absent() -> None:
    governed = govern([limit("distress", "emotion_score >= 0.9", Rise(0))], 2, 1, {})
    assert governed == Governed(1, 2, (HeldBack("distress", 1, "emotion_score absent"),))


def test_a_limit_never_pushes() -> None:
    assert govern(
        [limit("high", "true", Level(3)), limit("far", "true", Rise(5))], 0, 1, {}
    ) == Governed(0, 0, ())


limits = st.builds(
    limit,
    st.sampled_from(["a", "b"]),
    st.sampled_from(["true", "false", "flag", "score >= 0.5", "not flag"]),
    st.builds(Level, st.integers(-1, 4)) | st.builds(Rise, st.integers(-3, 3)),
)
facts = st.fixed_dictionaries({}, optional={"flag": st.booleans(), "score": st.floats(0, 1)})


@given(st.lists(limits), limits, st.integers(-2, 5), st.integers(0, 3), facts)
def test_the_level_is_never_above_the_proposal_and_another_limit_never_raises_it(
    some: list[Limit], another: Limit, proposed: int, current: int, known: dict[str, Value]
) -> None:
    before = govern(some, proposed, current, known)
    after = govern([*some, another], proposed, current, known)
    assert after.level <= before.level <= proposed
    assert set(before.held) <= set(after.held)
    assert bool(before.held) == (before.level < proposed)
