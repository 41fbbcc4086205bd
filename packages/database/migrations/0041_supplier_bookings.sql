-- breaking: false
-- Bookings at live suppliers: pending until the supplier has an order, or failed. Existing rows meet the new conditions.
ALTER TABLE bookings
  DROP CONSTRAINT bookings_status_check,
  ADD CONSTRAINT bookings_status_check CHECK (status IN ('pending', 'confirmed', 'failed', 'cancelled')) NOT VALID,
  ADD COLUMN source text NOT NULL DEFAULT 'sandbox',
  ADD COLUMN simulated boolean NOT NULL DEFAULT true,
  -- Record locator of the airline.
  ADD COLUMN supplier_reference text,
  ADD COLUMN supplier_charge_minor bigint,
  ADD COLUMN supplier_charge_currency text,
  ADD COLUMN failure_code text,
  ADD COLUMN supplier_failure_code text,
  -- Travelers and contact of a booking at a supplier, encrypted; the columns `travelers` and `contact` are then empty.
  ADD COLUMN sealed_personal_data bytea;
