-- breaking: false
-- One row while nothing may leave the deployment: no delivery, no verification challenge, no payment. A restored backup begins so, because
-- the deployment that it was made of may still be running. `wayfare resume` deletes the row.
CREATE TABLE outbound_pause (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  reason text NOT NULL,
  paused_at timestamptz NOT NULL
);
