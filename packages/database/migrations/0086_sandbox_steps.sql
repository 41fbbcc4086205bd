-- breaking: false
-- Next step of a booking in the sandbox whose contact selects a test case. `confirm`: a pending booking is confirmed. `change`: the
-- airline changes its flights. A cancellation by the airline stays in `airline_cancels_at`, which the previous version also reads.
ALTER TABLE bookings
  ADD COLUMN sandbox_step text CHECK (sandbox_step IN ('confirm', 'change')),
  -- In the clock of its data.
  ADD COLUMN sandbox_step_at timestamptz,
  ADD CONSTRAINT bookings_sandbox_step_has_time CHECK ((sandbox_step IS NULL) = (sandbox_step_at IS NULL)) NOT VALID;
