-- breaking: false
-- Rows name the application that they concern: a key of an application reads and changes only rows of that application. Rows without one,
-- which all rows from before this migration are, belong to keys without an application. There is no foreign key: the id comes from the
-- row of a key or an endpoint, which has one.
ALTER TABLE events ADD COLUMN application_id text;

-- Lists of an application, newest first; rows without one need no entry. Indexes of partitioned tables cannot be built concurrently.
CREATE INDEX events_by_application ON events (application_id, id DESC) WHERE application_id IS NOT NULL;
