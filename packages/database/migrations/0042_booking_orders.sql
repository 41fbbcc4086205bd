-- breaking: false
-- The order of a booking at a live supplier. It is requested at most once: after a request with an unknown outcome, it is only looked up.
CREATE TABLE booking_orders (
  booking_id text PRIMARY KEY REFERENCES bookings (id),
  -- That of the booking. A second reference would lock a second table.
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  application_id text,
  supplier text NOT NULL,
  offer_reference text NOT NULL,
  -- `accepted`: not requested. `requested`: the request was sent, or was about to be sent. `ordered`, `failed`: the result is known.
  -- `cancelling`: the cancellation is requested. `cancelled`: it is confirmed.
  state text NOT NULL CHECK (state IN ('accepted', 'requested', 'ordered', 'failed', 'cancelling', 'cancelled')),
  order_id text,
  -- Times of this table are real times, also for test data.
  accepted_at timestamptz NOT NULL,
  requested_at timestamptz,
  -- Last quote of a cancellation, in the currency of the booking.
  quote_id text,
  quote_refund_minor bigint,
  quote_expires_at timestamptz,
  -- Next step; null if there is none.
  due_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  lease_id text,
  lease_ends_at timestamptz
);

CREATE INDEX booking_orders_by_due_time ON booking_orders (due_at) WHERE due_at IS NOT NULL;
