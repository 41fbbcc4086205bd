-- breaking: false
-- Searches that the service repeats. Times of runs are real times; `expires_at` is a time of the data, also for test data.
CREATE TABLE watches (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  -- A second reference would lock a second table.
  application_id text,
  -- Key or user that created the watch. Its searches have this key.
  created_by text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'paused', 'expired')),
  search jsonb NOT NULL,
  -- Digest of the normalized search. Watches with the same key share searches.
  search_key text NOT NULL,
  condition jsonb NOT NULL,
  interval_minutes integer NOT NULL CHECK (interval_minutes > 0),
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Values last reported of each flight that matches, the best values of the last run, and the baseline of `dropPercent`.
  state jsonb NOT NULL,
  matches jsonb NOT NULL,
  match_count integer NOT NULL DEFAULT 0,
  last_run jsonb,
  last_matched_at timestamptz,
  -- Next run; null for watches that do not run.
  due_at timestamptz,
  lease_id text,
  lease_ends_at timestamptz
);

CREATE INDEX watches_by_account ON watches (account_id, environment, id DESC);
CREATE INDEX watches_by_due_time ON watches (due_at, search_key) WHERE due_at IS NOT NULL;
CREATE INDEX watches_by_search ON watches (search_key, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX watches_by_end ON watches (ended_at) WHERE ended_at IS NOT NULL;
