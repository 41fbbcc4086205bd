-- breaking: false
-- What was asked and what of it counts: the request log, what is counted from it, and how far each journal has come.

-- One row for each authenticated request, kept for 30 days. An id holds the instant at which its request came, so ranges of ids are
-- days: partitions are made ahead and dropped as a whole, an id names its partition, and the primary key refuses the second row of a
-- request anywhere. Sorting by bytes is what makes ids sort by time. No references: it is written in batches beside every request,
-- and what it names may be gone before it.
CREATE TABLE requests (
  id text COLLATE "C" PRIMARY KEY,
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  at timestamptz NOT NULL,
  key_id text NOT NULL,
  application_id text,
  method text NOT NULL,
  -- The template of the path.
  route text NOT NULL,
  -- Null where the caller had gone before there was an answer.
  status smallint,
  duration_ms real NOT NULL,
  address text NOT NULL,
  -- What it counted as; null where it counted nothing.
  operation text
) PARTITION BY RANGE (id);

CREATE INDEX requests_by_account ON requests (account_id, environment, id DESC);

-- What counted, by hour in UTC. Kept for good: days, months and invoices are sums of it.
CREATE TABLE usage_hours (
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  hour timestamptz NOT NULL,
  operation text NOT NULL,
  key_id text NOT NULL,
  application_id text,
  count bigint NOT NULL CHECK (count > 0),
  CONSTRAINT usage_hours_unique UNIQUE NULLS NOT DISTINCT (account_id, environment, hour, operation, key_id, application_id)
);

-- How far the journal of each process has been written into the tables above; moved on in the same statement as they are.
CREATE TABLE usage_journals (
  id text PRIMARY KEY,
  applied_sequence bigint NOT NULL CHECK (applied_sequence > 0),
  applied_at timestamptz NOT NULL
);
