-- breaking: false
ALTER TABLE deliveries ADD COLUMN application_id text;
