-- breaking: false
-- concurrently
-- Finds the first open delivery of a subject. Deliveries of endpoints without an order need no entry.
CREATE INDEX CONCURRENTLY deliveries_open_by_ordering_key ON deliveries (endpoint_id, ordering_key, ordering_position)
  WHERE finished_at IS NULL AND ordering_key IS NOT NULL;
