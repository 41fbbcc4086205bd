-- breaking: false
-- Orders that need an operator, or that the service settled in an unusual way. One row for each booking: its last report.
CREATE TABLE order_reports (
  -- The booking that the order's metadata names. It may not exist in this deployment.
  booking_id text PRIMARY KEY,
  -- Account whose credential lists the order.
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  supplier text NOT NULL,
  -- The supplier's id of the order; null if it is not known.
  order_id text,
  -- `unsettled`: no result for 15 minutes. `late_order`: an order exists although the booking failed. `late_order_cancelled`,
  -- `late_order_adopted`: what the service did with it. `order_missing`: the supplier has no order of a confirmed booking.
  -- `second_order`: an order beside the one of the booking. `unknown_booking`: no booking has this id.
  kind text NOT NULL
    CHECK (kind IN ('unsettled', 'late_order', 'late_order_cancelled', 'late_order_adopted', 'order_missing', 'second_order', 'unknown_booking')),
  created_at timestamptz NOT NULL,
  -- Null while an operator has to act.
  resolved_at timestamptz
);

CREATE INDEX order_reports_open ON order_reports (kind) WHERE resolved_at IS NULL;

-- Daily comparison of a supplier's list of orders with the bookings, for each credential that placed orders.
CREATE TABLE order_scans (
  supplier text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  -- `account` scans the orders of the account's credential, `deployment` those of the operator's.
  credential_owner text NOT NULL CHECK (credential_owner IN ('account', 'deployment')),
  -- Account of the credential; for the deployment, the account that ordered last.
  account_id text NOT NULL REFERENCES accounts (id),
  -- The account's id, or `deployment`.
  credential text NOT NULL,
  -- Where the scan continues; null at its beginning.
  after text,
  due_at timestamptz NOT NULL,
  -- End of the last complete scan.
  completed_at timestamptz,
  last_ordered_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  lease_id text,
  lease_ends_at timestamptz,
  PRIMARY KEY (supplier, environment, credential)
);

CREATE INDEX order_scans_by_due_time ON order_scans (due_at);
