-- breaking: false
-- Events and who is told of them. A delivery row is the job that delivers it: one row is one truth.

-- How far the account's test data is ahead of the clock on the wall. Instants of test data are stored in that clock.
ALTER TABLE accounts ADD COLUMN test_clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (test_clock_offset_ms >= 0);

CREATE INDEX accounts_ahead_of_time ON accounts (id) WHERE test_clock_offset_ms > 0;

CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  application_id text REFERENCES applications (id),
  url text NOT NULL,
  -- A new url waits here until it has answered the challenge; the old one is served meanwhile.
  pending_url text,
  description text NOT NULL,
  -- Event types, `*` or `booking.*`.
  events text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('pending_verification', 'active', 'paused', 'verification_failed', 'disabled')),
  -- Sealed under the server secret that its first bytes name.
  secret bytea NOT NULL,
  -- Valid beside the new one until it ends.
  previous_secret bytea,
  previous_secret_ends_at timestamptz,
  -- When the challenge is next sent and until when it is tried, on the wall's clock; null when none is under way.
  challenge_due_at timestamptz,
  challenge_ends_at timestamptz,
  -- Why the last challenge was not answered, in words.
  challenge_failure text,
  -- Since when every attempt has failed, and how many there were.
  failing_since timestamptz,
  failures integer NOT NULL DEFAULT 0,
  warned_at timestamptz,
  disabled_reason text,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  CONSTRAINT webhook_endpoints_previous_secret_ends CHECK ((previous_secret IS NULL) = (previous_secret_ends_at IS NULL))
);

CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, environment, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX webhook_endpoints_to_challenge ON webhook_endpoints (challenge_due_at) WHERE challenge_due_at IS NOT NULL;

CREATE TABLE events (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  type text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE INDEX events_by_account ON events (account_id, environment, id DESC);

CREATE TABLE deliveries (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id),
  event_id text NOT NULL REFERENCES events (id),
  event_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivering', 'awaiting_retry', 'delivered', 'dead_lettered', 'cancelled')),
  -- Attempts in all, and of the present schedule: a retry by hand starts a new schedule.
  attempts integer NOT NULL DEFAULT 0,
  schedule_attempts integer NOT NULL DEFAULT 0,
  -- When it is next tried, in the clock of its data; null when nothing is due.
  due_at timestamptz,
  -- When it would be due, were its endpoint not paused.
  held_due_at timestamptz,
  -- Who is sending it, and until when that is believed (on the wall's clock).
  claim_id text,
  lease_ends_at timestamptz,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  CONSTRAINT deliveries_claim_has_lease CHECK ((claim_id IS NULL) = (lease_ends_at IS NULL))
);

CREATE INDEX deliveries_by_account ON deliveries (account_id, environment, id DESC);
CREATE INDEX deliveries_by_endpoint ON deliveries (endpoint_id, id DESC);
-- What a pause, a resume or an end of an endpoint touches.
CREATE INDEX deliveries_open ON deliveries (endpoint_id) WHERE finished_at IS NULL;
CREATE INDEX deliveries_by_event ON deliveries (event_id);
-- What the dispatcher looks for: due in the wall's clock, due in an account's own, and left behind by somebody who died.
CREATE INDEX deliveries_due ON deliveries (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_due_by_account ON deliveries (account_id, due_at) WHERE due_at IS NOT NULL AND environment = 'test';
CREATE INDEX deliveries_leased ON deliveries (lease_ends_at) WHERE lease_ends_at IS NOT NULL;

CREATE TABLE delivery_attempts (
  id text PRIMARY KEY,
  delivery_id text NOT NULL REFERENCES deliveries (id),
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  outcome text NOT NULL,
  -- In words, for people.
  reason text NOT NULL,
  response_status integer,
  address text,
  timings jsonb NOT NULL,
  request_headers jsonb NOT NULL,
  response_headers jsonb NOT NULL,
  -- At most the first 16 KiB.
  response_body bytea NOT NULL,
  UNIQUE (delivery_id, number)
);

-- Replays under way: each batch of new deliveries commits with the place where it stopped.
CREATE TABLE webhook_replays (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  endpoint_id text NOT NULL REFERENCES webhook_endpoints (id),
  event_types text[] NOT NULL,
  -- Only events whose last delivery to the endpoint has this status.
  delivery_status text,
  -- The last event that was looked at, and where to stop.
  cursor text NOT NULL,
  end_cursor text NOT NULL,
  matched integer NOT NULL,
  replayed integer NOT NULL DEFAULT 0,
  state text NOT NULL CHECK (state IN ('running', 'finished', 'cancelled')),
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);

CREATE INDEX webhook_replays_running ON webhook_replays (id) WHERE state = 'running';
