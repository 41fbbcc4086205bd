-- breaking: false
-- An account's credential and budget for a live supplier. `sealed_secret` is encrypted like the signing secret of a webhook endpoint; null
-- means that the account uses the deployment's credential. `hint` is the end of the secret.
CREATE TABLE supplier_accounts (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  supplier text NOT NULL,
  enabled boolean NOT NULL,
  sealed_secret bytea,
  hint text,
  calls_per_day integer CHECK (calls_per_day >= 0),
  spend_per_month_cents integer CHECK (spend_per_month_cents >= 0),
  calls_per_booking integer CHECK (calls_per_booking > 0),
  checked_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, environment, supplier)
);

-- Calls of a credential that processes have taken, by period: a UTC day (`2026-11-23`) or month (`2026-11`). A process takes calls in blocks
-- and gives back what it did not use; after a crash, the rest of its block counts as used until the period ends.
CREATE TABLE supplier_calls (
  credential_id text NOT NULL,
  period text NOT NULL,
  calls integer NOT NULL DEFAULT 0 CHECK (calls >= 0),
  bookings integer NOT NULL DEFAULT 0 CHECK (bookings >= 0),
  PRIMARY KEY (credential_id, period)
);

-- Results of the searches of an account at a supplier by UTC day. Failures have no data of requests or responses.
CREATE TABLE supplier_results (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  supplier text NOT NULL,
  day date NOT NULL,
  searches integer NOT NULL,
  answered integer NOT NULL,
  with_offers integer NOT NULL,
  took_ms bigint NOT NULL,
  last_failure_at timestamptz,
  last_failure text,
  PRIMARY KEY (account_id, environment, supplier, day)
);
