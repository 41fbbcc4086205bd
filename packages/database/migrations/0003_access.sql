-- breaking: true
-- Who gets in: applications, allowlists, last use, the audit trail and idempotent requests.

-- CIDR ranges in their canonical form; an empty list lets every address in.
ALTER TABLE accounts ADD COLUMN ip_allowlist text[] NOT NULL DEFAULT '{}';

-- Test and live applications never mix. A deleted one stays, because keys and their past point at it.
CREATE TABLE applications (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  name text NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);

CREATE INDEX applications_by_account ON applications (account_id, environment, id DESC);

ALTER TABLE api_keys
  ADD COLUMN application_id text REFERENCES applications (id),
  ADD COLUMN ip_allowlist text[] NOT NULL DEFAULT '{}',
  -- The key that took this one's place.
  ADD COLUMN rolled_to text REFERENCES api_keys (id),
  -- Kept by each process and written every few seconds: a request never waits for it.
  ADD COLUMN last_used_at timestamptz,
  ADD COLUMN last_used_address text,
  ADD CONSTRAINT api_keys_service_has_no_allowlist CHECK (environment <> 'service' OR ip_allowlist = '{}');

-- Deleting an application revokes its keys.
CREATE INDEX api_keys_by_application ON api_keys (application_id) WHERE application_id IS NOT NULL;

-- Who did what. `environment` is null for what concerns the account as a whole.
CREATE TABLE audit_events (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text CHECK (environment IN ('test', 'live')),
  action text NOT NULL,
  -- key: an API key; operator: the command line; holder: whoever held a leaked raw key.
  actor_kind text NOT NULL CHECK (actor_kind IN ('key', 'operator', 'holder')),
  actor_id text,
  actor_address text,
  subject_kind text NOT NULL,
  subject_id text NOT NULL,
  -- What changed, never a secret.
  details jsonb NOT NULL,
  request_id text,
  at timestamptz NOT NULL
);

CREATE INDEX audit_events_by_account ON audit_events (account_id, id DESC);

-- One row for each effect that a request with an Idempotency-Key had, written in the transaction of the effect. The answer
-- is kept without secrets.
CREATE TABLE idempotent_requests (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  route text NOT NULL,
  idempotency_key text NOT NULL,
  fingerprint bytea NOT NULL,
  status integer NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, environment, route, idempotency_key)
);

-- Retention deletes the oldest, in batches.
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);
