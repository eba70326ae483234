"""The tables, and how a database of any released version becomes one of this version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.kernel.errors import SchemaTooNew


@dataclass(frozen=True, slots=True)
class Dialect:
    """Where the two databases differ. The types below are read the same way by both."""

    keyed: str
    """Ends the definition of a small table that is to lie in the order of its primary key, without
    an index beside it.
    """


SQLITE = Dialect(keyed=" WITHOUT ROWID")
POSTGRES = Dialect(keyed="")

# No turn writes to its session's row: how many turns it has and when the last one was is for
# `turns` to say. Turns keep a row id of their own: a record of some kilobytes would spill into
# overflow pages in a keyed table.
VERSION_1 = (
    """CREATE TABLE contents (
        hash TEXT NOT NULL PRIMARY KEY,
        engine TEXT NOT NULL,
        id TEXT NOT NULL,
        version TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
    """CREATE TABLE sessions (
        id TEXT NOT NULL PRIMARY KEY,
        engine TEXT NOT NULL,
        content_id TEXT NOT NULL,
        content_version TEXT NOT NULL,
        content_hash TEXT NOT NULL REFERENCES contents (hash),
        embedder TEXT NOT NULL,
        model TEXT NOT NULL,
        opened_at DOUBLE PRECISION NOT NULL
    ){keyed}""",
    """CREATE TABLE turns (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        key TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        record TEXT NOT NULL,
        timings TEXT NOT NULL,
        UNIQUE (session, turn),
        UNIQUE (session, key)
    )""",
    """CREATE TABLE claims (
        session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        key TEXT NOT NULL,
        heard TEXT NOT NULL,
        owner TEXT NOT NULL,
        fence BIGINT NOT NULL,
        until DOUBLE PRECISION NOT NULL
    ){keyed}""",
    """CREATE TABLE snapshots (
        session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        state TEXT NOT NULL
    )""",
    """CREATE TABLE utterances (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        speaker TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (session, turn, speaker)
    ){keyed}""",
    """CREATE TABLE exchanges (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        number BIGINT NOT NULL,
        ask TEXT NOT NULL,
        role TEXT NOT NULL,
        model TEXT NOT NULL,
        tokens_in BIGINT NOT NULL,
        tokens_out BIGINT NOT NULL,
        estimated BOOLEAN NOT NULL,
        cost DOUBLE PRECISION,
        seconds DOUBLE PRECISION NOT NULL,
        failure TEXT,
        PRIMARY KEY (session, turn, number)
    ){keyed}""",
)

VERSION_2 = (
    """CREATE TABLE answers (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        number BIGINT NOT NULL,
        mechanic TEXT NOT NULL,
        item TEXT NOT NULL,
        answer TEXT NOT NULL,
        is_right BOOLEAN NOT NULL,
        points BIGINT NOT NULL,
        misconception TEXT,
        PRIMARY KEY (session, turn, number)
    ){keyed}""",
)

# A concept that became known by its slot leaves a row in node_states that says where it `moved_to`,
# and nothing else.
VERSION_3 = (
    """CREATE TABLE kg_nodes (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        node_id TEXT NOT NULL,
        label TEXT NOT NULL,
        node_type TEXT NOT NULL,
        labels TEXT NOT NULL,
        level BIGINT,
        is_terminal BOOLEAN NOT NULL,
        is_revised BOOLEAN NOT NULL,
        mentions BIGINT NOT NULL,
        slot_id TEXT,
        created_at_turn BIGINT NOT NULL,
        source_utterance_id TEXT,
        source_quote TEXT,
        embedding TEXT,
        PRIMARY KEY (session, node_id)
    ){keyed}""",
    """CREATE TABLE kg_edges (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        edge_id TEXT NOT NULL,
        source_node_id TEXT NOT NULL,
        target_node_id TEXT NOT NULL,
        edge_type TEXT NOT NULL,
        is_chain BOOLEAN NOT NULL,
        closes_circle BOOLEAN NOT NULL,
        skips_level BOOLEAN NOT NULL,
        mentions BIGINT NOT NULL,
        confidence DOUBLE PRECISION NOT NULL,
        created_at_turn BIGINT NOT NULL,
        source_utterance_id TEXT NOT NULL,
        source_quote TEXT NOT NULL,
        PRIMARY KEY (session, edge_id)
    ){keyed}""",
    """CREATE TABLE kg_quotes (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        owner_id TEXT NOT NULL,
        number BIGINT NOT NULL,
        turn BIGINT NOT NULL,
        utterance_id TEXT NOT NULL,
        start_char BIGINT NOT NULL,
        end_char BIGINT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (session, owner_id, number)
    ){keyed}""",
    """CREATE TABLE canonical_slots (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        slot_id TEXT NOT NULL,
        slot_name TEXT NOT NULL,
        node_type TEXT NOT NULL,
        status TEXT NOT NULL,
        support_count BIGINT NOT NULL,
        created_at_turn BIGINT NOT NULL,
        PRIMARY KEY (session, slot_id)
    ){keyed}""",
    """CREATE TABLE surface_to_slot_mapping (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        surface_node_id TEXT NOT NULL,
        canonical_slot_id TEXT NOT NULL,
        match TEXT NOT NULL,
        similarity_score DOUBLE PRECISION NOT NULL,
        assigned_turn BIGINT NOT NULL,
        PRIMARY KEY (session, surface_node_id)
    ){keyed}""",
    """CREATE TABLE canonical_edges (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        source_slot_id TEXT NOT NULL,
        target_slot_id TEXT NOT NULL,
        edge_type TEXT NOT NULL,
        support_count BIGINT NOT NULL,
        PRIMARY KEY (session, source_slot_id, target_slot_id, edge_type)
    ){keyed}""",
    """CREATE TABLE node_states (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        node_id TEXT NOT NULL,
        label TEXT,
        node_type TEXT,
        depth BIGINT,
        created_at_turn BIGINT,
        focus_count BIGINT,
        last_focus_turn BIGINT,
        current_focus_streak BIGINT,
        last_yield_turn BIGINT,
        yield_count BIGINT,
        yield_rate DOUBLE PRECISION,
        all_response_depths TEXT,
        edge_count BIGINT,
        strategy_usage_count TEXT,
        last_strategy_used TEXT,
        consecutive_same_strategy BIGINT,
        exhausted_at_turn BIGINT,
        refused_at_turn BIGINT,
        moved_to TEXT,
        PRIMARY KEY (session, node_id)
    ){keyed}""",
    """CREATE TABLE scoring_history (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        rank BIGINT NOT NULL,
        strategy TEXT NOT NULL,
        node_id TEXT NOT NULL,
        score DOUBLE PRECISION NOT NULL,
        multiplier DOUBLE PRECISION NOT NULL,
        bonus DOUBLE PRECISION NOT NULL,
        parts TEXT NOT NULL,
        PRIMARY KEY (session, turn, rank)
    ){keyed}""",
    """CREATE TABLE interview_turns (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        phase TEXT NOT NULL,
        strategy TEXT,
        focus TEXT,
        should_continue BOOLEAN NOT NULL,
        termination_reason TEXT,
        surface_velocity_ewma DOUBLE PRECISION NOT NULL,
        surface_velocity_peak DOUBLE PRECISION NOT NULL,
        prev_surface_node_count BIGINT NOT NULL,
        canonical_velocity_ewma DOUBLE PRECISION NOT NULL,
        canonical_velocity_peak DOUBLE PRECISION NOT NULL,
        prev_canonical_node_count BIGINT NOT NULL,
        latency_ms BIGINT NOT NULL,
        result TEXT NOT NULL,
        PRIMARY KEY (session, turn)
    )""",
)

# A study's events keep a row id of their own, as turns do: a code book that was imported is long.
VERSION_4 = (
    """CREATE TABLE studies (
        id TEXT NOT NULL PRIMARY KEY,
        content_id TEXT NOT NULL,
        content_version TEXT NOT NULL,
        content_hash TEXT NOT NULL REFERENCES contents (hash),
        opened_at DOUBLE PRECISION NOT NULL
    ){keyed}""",
    """CREATE TABLE study_events (
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        number BIGINT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        respondent TEXT NOT NULL,
        event TEXT NOT NULL,
        UNIQUE (study, number)
    )""",
    """CREATE TABLE study_sessions (
        session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
        study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
        respondent TEXT NOT NULL
    ){keyed}""",
    "CREATE INDEX study_sessions_by_respondent ON study_sessions (study, respondent)",
)

# `rewritten` counts how often something was removed from a session, so that whoever has read it
# before notices. What a memoir's teller said stands in `utterances`; these say what was understood
# of it, and how each turn was conducted.
VERSION_5 = (
    "ALTER TABLE sessions ADD COLUMN rewritten BIGINT NOT NULL DEFAULT 0",
    """CREATE TABLE memoir_turns (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        sitting BIGINT NOT NULL,
        purpose TEXT NOT NULL,
        persona_used TEXT NOT NULL,
        topic_id TEXT NOT NULL,
        conversation_phase TEXT NOT NULL,
        depth_level_before BIGINT NOT NULL,
        depth_level_after BIGINT NOT NULL,
        tactic_used TEXT NOT NULL,
        loop_state TEXT,
        safety_action TEXT NOT NULL,
        contract TEXT NOT NULL,
        telemetry TEXT NOT NULL,
        PRIMARY KEY (session, turn)
    )""",
    """CREATE TABLE memoir_marks (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        mark TEXT,
        why TEXT NOT NULL,
        PRIMARY KEY (session, turn)
    ){keyed}""",
    """CREATE TABLE memoir_threads (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        thread_id TEXT NOT NULL,
        title TEXT NOT NULL,
        periods TEXT NOT NULL,
        passages BIGINT NOT NULL,
        first_turn BIGINT NOT NULL,
        last_turn BIGINT NOT NULL,
        left_alone BOOLEAN NOT NULL,
        PRIMARY KEY (session, thread_id)
    ){keyed}""",
    """CREATE TABLE memoir_claims (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        claim_id TEXT NOT NULL,
        turn BIGINT NOT NULL,
        subject TEXT NOT NULL,
        predicate TEXT NOT NULL,
        slot TEXT NOT NULL,
        value TEXT NOT NULL,
        quote TEXT NOT NULL,
        superseded_by TEXT,
        PRIMARY KEY (session, claim_id)
    ){keyed}""",
    """CREATE TABLE memoir_mentions (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        mention TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        times BIGINT NOT NULL,
        first_turn BIGINT NOT NULL,
        last_turn BIGINT NOT NULL,
        PRIMARY KEY (session, mention)
    ){keyed}""",
)

# From which turn on a session had which content. Those that have the one they began with have no
# row.
VERSION_6 = (
    """CREATE TABLE session_contents (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        from_turn BIGINT NOT NULL,
        content_hash TEXT NOT NULL REFERENCES contents (hash),
        PRIMARY KEY (session, from_turn)
    ){keyed}""",
)

# What people on duty are to know of, and what they did about it. The first is a readable table,
# made anew when something said is removed; the second stays.
VERSION_7 = (
    """CREATE TABLE raised (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        danger TEXT NOT NULL,
        speech TEXT NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (session, turn)
    ){keyed}""",
    """CREATE TABLE duty (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        did TEXT NOT NULL,
        who TEXT NOT NULL,
        at DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (session, turn, did)
    ){keyed}""",
)

# Authored words that were translated, for whoever says them again; a readable table, which goes
# with the session it was made in. Texts are found by their beginnings: an index holds no long ones.
VERSION_8 = (
    """CREATE TABLE translations (
        session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        turn BIGINT NOT NULL,
        number BIGINT NOT NULL,
        language TEXT NOT NULL,
        model TEXT NOT NULL,
        text TEXT NOT NULL,
        said TEXT NOT NULL,
        PRIMARY KEY (session, turn, number)
    ){keyed}""",
    "CREATE INDEX translations_by_text ON translations (language, substr(text, 1, 200))",
)

# One entry per released version, oldest first. A released entry is never edited: databases out
# there were made by it.
VERSIONS: tuple[tuple[str, ...], ...] = (
    VERSION_1,
    VERSION_2,
    VERSION_3,
    VERSION_4,
    VERSION_5,
    VERSION_6,
    VERSION_7,
    VERSION_8,
)
NEWEST = len(VERSIONS)

KEEP_VERSION = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL PRIMARY KEY)"
READ_VERSION = "SELECT coalesce(max(version), 0) FROM schema_version"


def upgrade(dialect: Dialect, found: int, place: str) -> Iterator[str]:
    """The statements that bring a database from version `found` (0 when new) to the newest. Raises
    SchemaTooNew.
    """
    if found > NEWEST:
        raise SchemaTooNew(
            f"{place} was written by a newer Dramaturg: its schema is version {found}, this one"
            f" reads up to {NEWEST}. Install that newer Dramaturg, or choose another database."
        )
    for version in range(found + 1, NEWEST + 1):
        for statement in VERSIONS[version - 1]:
            yield statement.format(keyed=dialect.keyed)
        yield f"INSERT INTO schema_version (version) VALUES ({version})"
