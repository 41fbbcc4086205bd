-- breaking: false
-- concurrently
-- Lists of the events of all accounts, newest first, by actor and by type.
CREATE INDEX CONCURRENTLY audit_events_by_actor ON audit_events (actor_id, id DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX CONCURRENTLY audit_events_by_action ON audit_events (action, id DESC);
