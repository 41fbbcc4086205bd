-- breaking: false
-- Deliveries are claimed endpoint by endpoint, so that a backlog of one costs the others nothing.

-- The most deliveries a second that an endpoint wants, and when the next one may leave (on the wall's clock): every process takes its
-- places in time from this one row.
ALTER TABLE webhook_endpoints
  ADD COLUMN max_per_second integer CHECK (max_per_second BETWEEN 1 AND 1000),
  ADD COLUMN send_slot_at timestamptz;

-- What an endpoint is due, oldest first; also what a pause, a resume or an end of an endpoint touches.
CREATE INDEX deliveries_open_by_endpoint ON deliveries (endpoint_id, due_at, id) WHERE finished_at IS NULL;
DROP INDEX deliveries_open;
-- Looked for through their endpoints now. Every index that a claim need not touch makes each delivery cheaper.
DROP INDEX deliveries_due;
DROP INDEX deliveries_due_by_account;

-- An attempt is written by the statement that moves its delivery on: there is nothing left to check, and the check is a look-up a row.
ALTER TABLE delivery_attempts DROP CONSTRAINT delivery_attempts_delivery_id_fkey;
