-- breaking: false
-- Changes of confirmed bookings by the airline, as their supplier states them.
CREATE TABLE booking_changes (
  id text PRIMARY KEY,
  booking_id text NOT NULL REFERENCES bookings (id),
  -- That of the booking.
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  application_id text,
  -- The supplier's id of the change.
  supplier_change_id text NOT NULL,
  initiated_by text NOT NULL CHECK (initiated_by IN ('customer', 'airline')),
  status text NOT NULL CHECK (status IN ('pending', 'applied', 'accepted', 'cancelled', 'failed')),
  -- [{slice, before, after}]
  slices jsonb NOT NULL,
  -- What the supplier lets the customer do: accept, cancel.
  actions jsonb NOT NULL,
  -- Time at which an acceptance was sent; no other one is sent.
  accepted_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT booking_changes_unique UNIQUE (booking_id, supplier_change_id)
);
