-- A database as version 8 left it. Never edited: what it holds must open with every later version.

CREATE TABLE schema_version (version BIGINT NOT NULL PRIMARY KEY);
CREATE TABLE contents (
    hash TEXT NOT NULL PRIMARY KEY,
    engine TEXT NOT NULL,
    id TEXT NOT NULL,
    version TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    engine TEXT NOT NULL,
    content_id TEXT NOT NULL,
    content_version TEXT NOT NULL,
    content_hash TEXT NOT NULL REFERENCES contents (hash),
    embedder TEXT NOT NULL,
    model TEXT NOT NULL,
    opened_at DOUBLE PRECISION NOT NULL,
    rewritten BIGINT NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE turns (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    key TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    record TEXT NOT NULL,
    timings TEXT NOT NULL,
    UNIQUE (session, turn),
    UNIQUE (session, key)
);
CREATE TABLE claims (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    key TEXT NOT NULL,
    heard TEXT NOT NULL,
    owner TEXT NOT NULL,
    fence BIGINT NOT NULL,
    until DOUBLE PRECISION NOT NULL
) WITHOUT ROWID;
CREATE TABLE snapshots (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    state TEXT NOT NULL
);
CREATE TABLE utterances (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    speaker TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (session, turn, speaker)
) WITHOUT ROWID;
CREATE TABLE exchanges (
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
) WITHOUT ROWID;
CREATE TABLE answers (
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
) WITHOUT ROWID;
CREATE TABLE kg_nodes (
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
) WITHOUT ROWID;
CREATE TABLE kg_edges (
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
) WITHOUT ROWID;
CREATE TABLE kg_quotes (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    owner_id TEXT NOT NULL,
    number BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    utterance_id TEXT NOT NULL,
    start_char BIGINT NOT NULL,
    end_char BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (session, owner_id, number)
) WITHOUT ROWID;
CREATE TABLE canonical_slots (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    slot_id TEXT NOT NULL,
    slot_name TEXT NOT NULL,
    node_type TEXT NOT NULL,
    status TEXT NOT NULL,
    support_count BIGINT NOT NULL,
    created_at_turn BIGINT NOT NULL,
    PRIMARY KEY (session, slot_id)
) WITHOUT ROWID;
CREATE TABLE surface_to_slot_mapping (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    surface_node_id TEXT NOT NULL,
    canonical_slot_id TEXT NOT NULL,
    match TEXT NOT NULL,
    similarity_score DOUBLE PRECISION NOT NULL,
    assigned_turn BIGINT NOT NULL,
    PRIMARY KEY (session, surface_node_id)
) WITHOUT ROWID;
CREATE TABLE canonical_edges (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    source_slot_id TEXT NOT NULL,
    target_slot_id TEXT NOT NULL,
    edge_type TEXT NOT NULL,
    support_count BIGINT NOT NULL,
    PRIMARY KEY (session, source_slot_id, target_slot_id, edge_type)
) WITHOUT ROWID;
CREATE TABLE node_states (
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
) WITHOUT ROWID;
CREATE TABLE scoring_history (
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
) WITHOUT ROWID;
CREATE TABLE interview_turns (
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
);
CREATE TABLE studies (
    id TEXT NOT NULL PRIMARY KEY,
    content_id TEXT NOT NULL,
    content_version TEXT NOT NULL,
    content_hash TEXT NOT NULL REFERENCES contents (hash),
    opened_at DOUBLE PRECISION NOT NULL
) WITHOUT ROWID;
CREATE TABLE study_events (
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    respondent TEXT NOT NULL,
    event TEXT NOT NULL,
    UNIQUE (study, number)
);
CREATE TABLE study_sessions (
    session TEXT NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    study TEXT NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    respondent TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX study_sessions_by_respondent ON study_sessions (study, respondent);
CREATE TABLE memoir_turns (
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
);
CREATE TABLE memoir_marks (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    mark TEXT,
    why TEXT NOT NULL,
    PRIMARY KEY (session, turn)
) WITHOUT ROWID;
CREATE TABLE memoir_threads (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    thread_id TEXT NOT NULL,
    title TEXT NOT NULL,
    periods TEXT NOT NULL,
    passages BIGINT NOT NULL,
    first_turn BIGINT NOT NULL,
    last_turn BIGINT NOT NULL,
    left_alone BOOLEAN NOT NULL,
    PRIMARY KEY (session, thread_id)
) WITHOUT ROWID;
CREATE TABLE memoir_claims (
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
) WITHOUT ROWID;
CREATE TABLE memoir_mentions (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    mention TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    times BIGINT NOT NULL,
    first_turn BIGINT NOT NULL,
    last_turn BIGINT NOT NULL,
    PRIMARY KEY (session, mention)
) WITHOUT ROWID;
CREATE TABLE session_contents (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    from_turn BIGINT NOT NULL,
    content_hash TEXT NOT NULL REFERENCES contents (hash),
    PRIMARY KEY (session, from_turn)
) WITHOUT ROWID;
CREATE TABLE raised (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    danger TEXT NOT NULL,
    speech TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (session, turn)
) WITHOUT ROWID;
CREATE TABLE duty (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    did TEXT NOT NULL,
    who TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (session, turn, did)
) WITHOUT ROWID;
CREATE TABLE translations (
    session TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    turn BIGINT NOT NULL,
    number BIGINT NOT NULL,
    language TEXT NOT NULL,
    model TEXT NOT NULL,
    text TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (session, turn, number)
) WITHOUT ROWID;
CREATE INDEX translations_by_text ON translations (language, substr(text, 1, 200));
INSERT INTO schema_version (version) VALUES (1);
INSERT INTO schema_version (version) VALUES (2);
INSERT INTO schema_version (version) VALUES (3);
INSERT INTO schema_version (version) VALUES (4);
INSERT INTO schema_version (version) VALUES (5);
INSERT INTO schema_version (version) VALUES (6);
INSERT INTO schema_version (version) VALUES (7);
INSERT INTO schema_version (version) VALUES (8);
INSERT INTO contents (hash, engine, id, version, body) VALUES
    ('hash-0', 'sims', 'launch', '2', '{"title": "Lunch"}'),
    ('hash-1', 'sims', 'launch', '3', '{"title": "Launch"}');
INSERT INTO sessions (id, engine, content_id, content_version, content_hash, embedder, model, opened_at, rewritten) VALUES
    ('older', 'sims', 'launch', '3', 'hash-1', 'minilm', 'offline', 100.0, 1),
    ('younger', 'sims', 'launch', '3', 'hash-1', 'minilm', 'offline', 150.0, 0);
INSERT INTO session_contents (session, from_turn, content_hash) VALUES ('older', 0, 'hash-0'), ('older', 1, 'hash-1');
INSERT INTO turns (session, turn, key, at, record, timings) VALUES
    ('older', 0, 'opening', 200.0, '{"line": "It''s Monday."}', '{}'),
    ('older', 1, 'key-1', 201.0, '{"line": "Naïve, “perhaps”?"}', '{"decide": 0.001}');
INSERT INTO claims (session, turn, key, heard, owner, fence, until) VALUES
    ('younger', 0, 'key-2', '{"text": "Hello."}', 'somebody', 3, 170.0);
INSERT INTO snapshots (session, turn, state) VALUES ('older', 1, '{"node": "DECISIVE"}');
INSERT INTO utterances (session, turn, speaker, text) VALUES
    ('older', 0, 'qa_lead', 'It''s Monday.'),
    ('older', 1, 'learner', 'Is it?'),
    ('older', 1, 'qa_lead', 'Naïve, “perhaps”?');
INSERT INTO exchanges (session, turn, number, ask, role, model, tokens_in, tokens_out, estimated, cost, seconds, failure) VALUES
    ('older', 1, 0, 'reply', 'speak', 'small', 400, 60, TRUE, 0.001, 0.5, NULL),
    ('older', 1, 1, 'judge', 'read', '', 0, 0, FALSE, NULL, 0.0, 'LLMTimeoutError: no answer');
INSERT INTO kg_nodes (session, node_id, label, node_type, labels, is_terminal, is_revised, mentions, created_at_turn) VALUES
    ('older', 'c1', 'naïve hope', 'value', '[]', TRUE, FALSE, 1, 1);
INSERT INTO kg_quotes (session, owner_id, number, turn, utterance_id, start_char, end_char, text) VALUES
    ('older', 'c1', 1, 1, 'u1', 0, 2, 'Is');
INSERT INTO studies (id, content_id, content_version, content_hash, opened_at) VALUES ('mornings', 'launch', '3', 'hash-1', 90.0);
INSERT INTO study_events (study, number, at, respondent, event) VALUES
    ('mornings', 1, 91.0, '', '{"kind": "invited"}'),
    ('mornings', 3, 93.0, 'R002', '{"kind": "consented"}'),
    ('mornings', 4, 94.0, 'R002', '{"kind": "began"}'),
    ('mornings', 5, 95.0, 'R001', '{"kind": "withdrew"}');
INSERT INTO study_sessions (session, study, respondent) VALUES ('older', 'mornings', 'R002');
INSERT INTO raised (session, turn, danger, speech, words) VALUES ('older', 1, 'abuse', 'stop', 'Is it?');
INSERT INTO duty (session, turn, did, who, at) VALUES ('older', 1, 'seen', 'Ada', 210.0);
INSERT INTO translations (session, turn, number, language, model, text, said) VALUES ('older', 1, 0, 'es', 'a-model', 'Thank you.', 'Gracias.');
