-- breaking: false
ALTER TABLE audit_events ADD COLUMN application_id text;
