-- breaking: false
ALTER TABLE bookings
  DROP CONSTRAINT bookings_cancelled_by_check,
  ADD CONSTRAINT bookings_cancelled_by_check CHECK (cancelled_by IN ('customer', 'operator', 'airline')) NOT VALID,
  DROP CONSTRAINT bookings_cancelled_says_how,
  -- `cancelled_by` is null if the supplier does not say who cancelled.
  ADD CONSTRAINT bookings_cancelled_says_how
    CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL) AND (status = 'cancelled' OR cancelled_by IS NULL)) NOT VALID,
  -- `accepted` or `unknown` while the booking is pending.
  ADD COLUMN pending_reason text CHECK (pending_reason IN ('accepted', 'unknown')),
  -- Refund that the supplier confirmed: {minor, currency, refundTo, credits, quotedMinor}. Null for refunds by fare rules.
  ADD COLUMN confirmed_refund jsonb;
