-- breaking: false
-- concurrently
-- Lists of an application, newest first; rows without one need no entry.
CREATE INDEX CONCURRENTLY bookings_by_application ON bookings (application_id, id DESC) WHERE application_id IS NOT NULL;
CREATE INDEX CONCURRENTLY deliveries_by_application ON deliveries (application_id, id DESC) WHERE application_id IS NOT NULL;
CREATE INDEX CONCURRENTLY audit_events_by_application ON audit_events (application_id, id DESC) WHERE application_id IS NOT NULL;
