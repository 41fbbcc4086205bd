-- breaking: false
-- Searches that are retried with the same Idempotency-Key and body are charged once within 15 minutes.

CREATE TABLE search_charges (
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  -- SHA-256 of the application, the route and the Idempotency-Key.
  slot bytea NOT NULL,
  -- SHA-256 of the body.
  fingerprint bytea NOT NULL,
  -- By the clock of the account's data, which the test clock moves.
  charged_at timestamptz NOT NULL,
  -- The request that was charged.
  request_id text NOT NULL,
  -- Wall clock, for the purge.
  written_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, environment, slot, fingerprint)
);

CREATE INDEX search_charges_by_age ON search_charges (written_at);

-- Charged searches with an Idempotency-Key. They have no unit number: `counted` does not include them.
ALTER TABLE quota_leases ADD COLUMN counted_with_key bigint NOT NULL DEFAULT 0;
