-- breaking: false
-- What a search asked, kept for a day: an offer's id names its search, and pricing or booking it runs the same pure
-- search again over the same world and compares. The answer is not stored, because it follows from this.

CREATE TABLE searches (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  -- A service key reads live data, so a search is one of two.
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  -- No reference: searches are written in batches on the hot path, and their key may be deleted before they expire.
  key_id text NOT NULL,
  request jsonb NOT NULL,
  searched_at timestamptz NOT NULL,
  -- When its offers end.
  expires_at timestamptz NOT NULL,
  world_version text NOT NULL
);

-- Retention deletes the oldest, in batches.
CREATE INDEX searches_by_searched_at ON searches (searched_at);
