-- breaking: false
-- Id of the object that an event is about: a booking, an endpoint, a key or an invoice. Events of earlier versions have none.
ALTER TABLE events ADD COLUMN subject text;

-- Events of one object, newest first. Indexes of partitioned tables cannot be built concurrently.
CREATE INDEX events_by_subject ON events (account_id, environment, subject, id DESC) WHERE subject IS NOT NULL;
