-- Whoever chooses in secret together with others may answer before the rules ask: who is asked, and what was answered.
ALTER TABLE tables ADD COLUMN asked TEXT NOT NULL DEFAULT '[]';
CREATE TABLE sealed (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
);
