-- breaking: false
-- Creation times of an endpoint's two secrets. Null for secrets from before this migration: their times follow from the end of the last
-- rotation's overlap, or from the creation of the endpoint.
ALTER TABLE webhook_endpoints ADD COLUMN secret_created_at timestamptz, ADD COLUMN previous_secret_created_at timestamptz;
