-- A database as version 2 left it. Never edited: what it holds must open with every later version.

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
    opened_at DOUBLE PRECISION NOT NULL
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
INSERT INTO schema_version (version) VALUES (1);
INSERT INTO schema_version (version) VALUES (2);
INSERT INTO contents (hash, engine, id, version, body) VALUES ('hash-1', 'sims', 'launch', '3', '{"title": "Launch"}');
INSERT INTO sessions (id, engine, content_id, content_version, content_hash, embedder, model, opened_at) VALUES
    ('older', 'sims', 'launch', '3', 'hash-1', 'minilm', 'offline', 100.0),
    ('younger', 'sims', 'launch', '3', 'hash-1', 'minilm', 'offline', 150.0);
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
