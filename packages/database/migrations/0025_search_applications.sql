-- breaking: false
ALTER TABLE searches ADD COLUMN application_id text;
