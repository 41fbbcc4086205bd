-- breaking: false
-- Callers attach string pairs and their own reference to a booking. `application_id`: see 0023.
ALTER TABLE bookings
  ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN client_reference text,
  ADD COLUMN application_id text;

-- Finds bookings by reference. A reference can be used again after 24 hours, so it is not unique here: a booking looks for another one
-- while it holds its account's row of `sales`, which every other booking of the account and environment waits for.
CREATE INDEX bookings_by_client_reference ON bookings (account_id, environment, client_reference, id DESC)
  WHERE client_reference IS NOT NULL;
