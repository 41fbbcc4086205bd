-- breaking: false
-- State of a credential at its supplier, which processes share: failures and opening of its circuit breaker, and the time until which the
-- supplier refuses calls. A credential without a row works. `probe_until` is set while a process makes the probe of an open breaker.
CREATE TABLE supplier_circuits (
  credential_id text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures >= 0),
  open_ms integer NOT NULL CHECK (open_ms >= 0),
  opened_at timestamptz,
  open_until timestamptz,
  blocked_until timestamptz NOT NULL,
  refusals integer NOT NULL CHECK (refusals >= 0),
  probe_until timestamptz,
  updated_at timestamptz NOT NULL
);
CREATE INDEX supplier_circuits_by_update ON supplier_circuits (updated_at);
