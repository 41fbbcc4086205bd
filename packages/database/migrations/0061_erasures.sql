-- breaking: false
-- Erasures of the personal data of an account or of one of its users. A row names ids only: it stays when the data is gone.
CREATE TABLE erasures (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  subject_type text NOT NULL CHECK (subject_type IN ('account', 'user')),
  subject_id text NOT NULL,
  -- The row is written again if the erasure is requested again.
  requested_at timestamptz NOT NULL,
  -- End of the first pass that began when no process could write rows of the subject any more.
  completed_at timestamptz,
  -- Next pass; null if there is none.
  due_at timestamptz,
  -- Process that works on it, and the time until which it does.
  lease_id text,
  lease_ends_at timestamptz,
  -- Erased rows by table.
  erased_rows jsonb NOT NULL DEFAULT '{}',
  CONSTRAINT erasures_one_per_subject UNIQUE (subject_id)
);
CREATE INDEX erasures_by_due_time ON erasures (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX erasures_by_account ON erasures (account_id, id DESC);
-- Exports that are being sent, one for each account.
CREATE TABLE account_exports (
  account_id text PRIMARY KEY,
  export_id text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Extended while the export is sent.
  lease_ends_at timestamptz NOT NULL
);
