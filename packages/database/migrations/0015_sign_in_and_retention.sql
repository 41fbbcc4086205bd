-- breaking: false
-- Retention by the wall clock, and sign-in attempts that are counted over all processes.

-- How far the test clock of an account was ahead, at least, from an instant of the wall clock on; read from `accounts` every ten minutes. Test
-- data is written in its own clock: with this, retention knows which of it was written before an instant of the wall clock.
CREATE TABLE test_clock_history (
  account_id text NOT NULL REFERENCES accounts (id),
  effective_from timestamptz NOT NULL,
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0),
  PRIMARY KEY (account_id, effective_from)
);

-- The id of a search holds the wall clock now, and retention goes by it: the primary key is the only index that an insert writes.
DROP INDEX searches_by_searched_at;

-- Token buckets of sign-in attempts. Names are digests: an unknown address that somebody types is not kept.
CREATE TABLE sign_in_throttles (
  name text PRIMARY KEY,
  -- As of `at`.
  tokens double precision NOT NULL,
  burst double precision NOT NULL,
  per_minute double precision NOT NULL,
  at timestamptz NOT NULL,
  -- Whether the last attempt found less than one token.
  refused boolean NOT NULL
) WITH (fillfactor = 70);

-- Retention deletes full buckets, which are those that nobody has used for long, in batches.
CREATE INDEX sign_in_throttles_by_age ON sign_in_throttles (at);

ALTER TABLE users
  -- Wrong authenticator codes since the last right one.
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
  -- Until then no authenticator code is taken.
  ADD COLUMN codes_paused_until timestamptz;

-- anonymous: whoever failed to sign in.
ALTER TABLE audit_events
  DROP CONSTRAINT audit_events_actor_kind_check,
  ADD CONSTRAINT audit_events_actor_kind_check CHECK (actor_kind IN ('key', 'operator', 'holder', 'user', 'anonymous')) NOT VALID;
