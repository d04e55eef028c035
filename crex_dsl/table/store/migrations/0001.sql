-- The first schema. Times are UTC in ISO form; digests of tokens and keys are SHA-256.
CREATE TABLE rule_files (
    digest TEXT NOT NULL PRIMARY KEY,
    content BLOB NOT NULL
);
CREATE TABLE rulebooks (
    digest TEXT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    files TEXT NOT NULL
);
CREATE TABLE tables (
    id TEXT NOT NULL PRIMARY KEY,
    rulebook TEXT NOT NULL REFERENCES rulebooks (digest),
    edition TEXT NOT NULL,
    options TEXT NOT NULL,
    about TEXT NOT NULL,
    title TEXT NOT NULL,
    seed TEXT NOT NULL,
    opening TEXT,
    sandbox INTEGER NOT NULL,
    created TEXT NOT NULL,
    host_digest TEXT NOT NULL,
    feed_key TEXT NOT NULL,
    decided INTEGER NOT NULL,
    epoch INTEGER NOT NULL,
    waiting TEXT,
    result TEXT,
    rematch TEXT
);
CREATE INDEX tables_by_waiting ON tables (waiting);
CREATE TABLE seats (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    place INTEGER NOT NULL,
    side TEXT NOT NULL,
    sort TEXT NOT NULL,
    bot TEXT,
    player TEXT NOT NULL,
    token_digest TEXT,
    key_digest TEXT,
    skipped INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
);
CREATE TABLE decisions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE withdrawn (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, epoch, number)
);
CREATE TABLE orders (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    first INTEGER NOT NULL,
    until INTEGER NOT NULL,
    shows INTEGER NOT NULL,
    PRIMARY KEY (table_id, first)
);
CREATE TABLE snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    program TEXT NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE leases (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE TABLE take_backs (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    asker TEXT NOT NULL,
    first INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    agreed TEXT NOT NULL,
    PRIMARY KEY (table_id)
);
CREATE TABLE chat (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE consulted (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat TEXT NOT NULL,
    sort TEXT NOT NULL,
    moment INTEGER,
    what TEXT NOT NULL,
    clauses TEXT NOT NULL,
    legal INTEGER,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
);
