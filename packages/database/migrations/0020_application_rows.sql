-- breaking: false
-- Rows name the application of what they concern: a key of an application reads and changes only rows of that application. Rows without
-- one, which all rows from before this migration are, belong to keys without an application. There are no references: the id comes from
-- the row of a key or an endpoint, which has one.

-- Lists of an application, newest first; rows without one need no entry. Indexes of partitioned tables cannot be built concurrently: they
-- come first, while the other tables are not locked yet.
CREATE INDEX requests_by_application ON requests (application_id, id DESC) WHERE application_id IS NOT NULL;

ALTER TABLE events ADD COLUMN application_id text;
CREATE INDEX events_by_application ON events (application_id, id DESC) WHERE application_id IS NOT NULL;

ALTER TABLE searches ADD COLUMN application_id text;
ALTER TABLE bookings ADD COLUMN application_id text;
ALTER TABLE deliveries ADD COLUMN application_id text;
ALTER TABLE audit_events ADD COLUMN application_id text;

-- Two applications can use the same key. The constraint keeps its name, by which processes of the previous version recognize a conflict;
-- they write no application and find their own rows by the first four columns.
ALTER TABLE idempotent_requests
  ADD COLUMN application_id text,
  DROP CONSTRAINT idempotent_requests_pkey,
  ADD CONSTRAINT idempotent_requests_pkey
    UNIQUE NULLS NOT DISTINCT (account_id, environment, route, idempotency_key, application_id);
