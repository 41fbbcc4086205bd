-- breaking: false
ALTER TABLE booking_orders
  DROP CONSTRAINT booking_orders_state_check,
  -- `late`: the order appeared after the booking had failed.
  ADD CONSTRAINT booking_orders_state_check
    CHECK (state IN ('accepted', 'requested', 'ordered', 'failed', 'cancelling', 'cancelled', 'late')) NOT VALID,
  -- Time at which the supplier accepted the request without a result; null if it did not.
  ADD COLUMN pending_since timestamptz,
  -- Whose credential the order was requested with: that of the account or of the deployment. Null before the request.
  ADD COLUMN credential_owner text CHECK (credential_owner IN ('account', 'deployment')),
  -- Highest total that the customer accepts, in the currency of the booking; null for the booked total only.
  ADD COLUMN max_total_minor bigint,
  -- Requests that the supplier refused because the price had changed.
  ADD COLUMN price_changes integer NOT NULL DEFAULT 0,
  -- Where a look-up of the supplier's list continues; null at its beginning.
  ADD COLUMN lookup_after text,
  -- End of the last look-up that read the whole list and did not find the order.
  ADD COLUMN looked_up_at timestamptz;

-- Events name the order or the offer.

CREATE INDEX booking_orders_by_supplier_order ON booking_orders (supplier, order_id) WHERE order_id IS NOT NULL;
CREATE INDEX booking_orders_by_offer ON booking_orders (supplier, offer_reference);

-- Confirmed orders that have not departed are read every day, beginning now.
UPDATE booking_orders placed SET due_at = '2026-11-27T00:00:00Z', attempts = 0
FROM bookings booking
WHERE booking.id = placed.booking_id AND placed.state = 'ordered' AND placed.due_at IS NULL AND booking.departs_at > '2026-11-27T00:00:00Z';
