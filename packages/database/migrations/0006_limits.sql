-- breaking: false
-- How fast callers may call, and how many searches their plan holds. Processes lease both in blocks, so that a request waits for
-- no row.

-- The plans themselves are data of the code (`plans` of the contract): a new one needs no migration.
ALTER TABLE accounts ADD COLUMN plan text NOT NULL DEFAULT 'free';

-- One token bucket each. Permits that processes hold count as in the bucket: it never refills past what it could hold together with
-- them. Unlogged: a bucket that is lost with a crash is a full one, and nobody waits for a disk.
CREATE UNLOGGED TABLE rate_limits (
  name text PRIMARY KEY,
  -- As of `at`. Negative where permits were used that nobody knew of.
  tokens double precision NOT NULL,
  at timestamptz NOT NULL,
  -- Permits out with processes, by the stretch of time in which they were last confirmed. What nobody has confirmed for a whole
  -- stretch was with a process that died.
  held bigint NOT NULL,
  held_before bigint NOT NULL,
  stretch bigint NOT NULL
) WITH (fillfactor = 50);

-- Searches of one account in one period. used + held + lost never exceeds what a plan without overage includes.
CREATE TABLE account_quotas (
  account_id text NOT NULL REFERENCES accounts (id),
  period_start timestamptz NOT NULL,
  -- Answered 200, as far as processes have reported.
  used bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  -- Out on leases.
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Out on leases of processes that died: perhaps used, perhaps not.
  lost bigint NOT NULL DEFAULT 0 CHECK (lost >= 0),
  PRIMARY KEY (account_id, period_start)
);

-- What one process holds. Changed only under the lock of its row in account_quotas.
CREATE TABLE quota_leases (
  account_id text NOT NULL,
  period_start timestamptz NOT NULL,
  holder text NOT NULL,
  units bigint NOT NULL CHECK (units >= 0),
  -- Of all its leases of the period: a report that is sent twice counts once.
  reported bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  -- lost: expired, its units stand in `lost`.
  state text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'lost')),
  PRIMARY KEY (account_id, period_start, holder),
  FOREIGN KEY (account_id, period_start) REFERENCES account_quotas (account_id, period_start)
);

CREATE INDEX quota_leases_by_expiry ON quota_leases (expires_at) WHERE state = 'live';

-- Which shares of a period's quota have been reached. A row and its event commit together.
CREATE TABLE usage_thresholds (
  account_id text NOT NULL REFERENCES accounts (id),
  period_start timestamptz NOT NULL,
  percent integer NOT NULL CHECK (percent BETWEEN 1 AND 100),
  reached_at timestamptz NOT NULL,
  -- No reference: events may be deleted before their thresholds.
  event_id text NOT NULL,
  PRIMARY KEY (account_id, period_start, percent)
);
