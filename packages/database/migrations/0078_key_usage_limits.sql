-- breaking: false
-- Usage limits of keys: searches and bookings in a day or a month.

-- Limit by operation: {"searches": {"max": 200, "period": "day", "countedBy": "ak_…"}}. Keys with the same `countedBy` share a count.
ALTER TABLE api_keys ADD COLUMN usage_limits jsonb NOT NULL DEFAULT '{}';

CREATE TABLE key_usage (
  account_id text NOT NULL,
  -- The key that the limit names in `countedBy`. Keys are never deleted.
  key_id text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('searches', 'bookings')),
  period text NOT NULL CHECK (period IN ('day', 'month')),
  period_start timestamptz NOT NULL,
  used bigint NOT NULL CHECK (used >= 0),
  PRIMARY KEY (key_id, operation, period, period_start)
);

CREATE INDEX key_usage_by_period ON key_usage (period_start);
