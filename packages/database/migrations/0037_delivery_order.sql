-- breaking: false
-- Deliveries of ordered endpoints: the subject of the event, and the place among the deliveries of that subject to the endpoint. Null for
-- endpoints without an order, and for deliveries that a process of an earlier version creates.
ALTER TABLE deliveries
  ADD COLUMN ordering_key text,
  ADD COLUMN ordering_position bigint;

CREATE SEQUENCE delivery_positions;
