-- breaking: false
-- Events of a supplier name its order.
CREATE INDEX booking_orders_by_order ON booking_orders (account_id, environment, order_id) WHERE order_id IS NOT NULL;
