-- breaking: false
-- Quota leases of a process that died can be settled: the units that it used are counted, the rest goes back to the quota.

ALTER TABLE quota_leases
  -- Searches of the lease whose records are in `requests` and `usage_hours`, counted from the start of the process like `reported`.
  ADD COLUMN counted bigint NOT NULL DEFAULT 0,
  -- Null on rows that an earlier version wrote.
  ADD COLUMN period_ends_at timestamptz;

CREATE INDEX quota_leases_by_holder ON quota_leases (holder);
CREATE INDEX quota_leases_lost ON quota_leases (account_id, period_start, holder) WHERE state = 'lost' AND units > 0;
