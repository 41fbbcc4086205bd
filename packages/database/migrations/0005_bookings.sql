-- breaking: false
-- Bookings of the sandbox's offers, and the seats that they take.

-- How often an account's sold seats of a partition have changed. Every change counts on under this row's lock, so that two bookings
-- cannot take the same seat; a search keeps the count that it saw, and can be run again with the seats that were sold then.
CREATE TABLE sales (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  version bigint NOT NULL,
  PRIMARY KEY (account_id, environment)
);

-- 0: before the account's first booking.
ALTER TABLE searches ADD COLUMN sales_version bigint NOT NULL DEFAULT 0;

CREATE TABLE bookings (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  status text NOT NULL CHECK (status IN ('confirmed', 'cancelled')),
  -- Six characters that cannot be taken for one another.
  reference text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cash', 'award')),
  offer_id text NOT NULL,
  -- No reference: the search is gone after a day.
  search_id text NOT NULL,
  -- As it was quoted, with the booked offer alone.
  flight jsonb NOT NULL,
  -- Who travels and how to reach them: personal data, which stands in these two columns and, for a day, in the answers kept for
  -- idempotent requests.
  travelers jsonb NOT NULL,
  contact jsonb NOT NULL,
  -- The money part, in minor units.
  total_minor bigint NOT NULL,
  currency text NOT NULL,
  miles bigint,
  program text,
  departs_at timestamptz NOT NULL,
  -- What comes back when the customer cancels, as agreed when it was bought.
  refund_minor bigint NOT NULL,
  refund_rule text NOT NULL,
  created_at timestamptz NOT NULL,
  -- When the airline will cancel it, in the clock of its data: a trigger of the sandbox.
  airline_cancels_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text CHECK (cancelled_by IN ('customer', 'airline')),
  CONSTRAINT bookings_reference_unique UNIQUE (account_id, reference),
  CONSTRAINT bookings_award_has_miles CHECK ((kind = 'award') = (miles IS NOT NULL AND program IS NOT NULL)),
  CONSTRAINT bookings_cancelled_says_how
    CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL) AND (status = 'cancelled') = (cancelled_by IS NOT NULL)),
  CONSTRAINT bookings_cancelled_once CHECK (status = 'confirmed' OR airline_cancels_at IS NULL)
);

CREATE INDEX bookings_by_account ON bookings (account_id, environment, id DESC);
CREATE INDEX bookings_by_airline_cancellation ON bookings (airline_cancels_at) WHERE airline_cancels_at IS NOT NULL;

-- One row for each flight of a booking. A version is that of `sales` once the seats were taken or given back.
CREATE TABLE sold_seats (
  booking_id text NOT NULL REFERENCES bookings (id),
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  operating_carrier text NOT NULL,
  flight_number text NOT NULL,
  origin text NOT NULL,
  -- At the origin.
  departure_date date NOT NULL,
  cabin text NOT NULL,
  seats integer NOT NULL CHECK (seats > 0),
  saver_seats integer NOT NULL CHECK (saver_seats BETWEEN 0 AND seats),
  sold_version bigint NOT NULL,
  released_version bigint CHECK (released_version > sold_version),
  PRIMARY KEY (booking_id, operating_carrier, flight_number, origin, departure_date)
);

-- What a search asks for: the seats of an account on some days.
CREATE INDEX sold_seats_by_date ON sold_seats (account_id, environment, departure_date);
