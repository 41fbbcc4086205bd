-- breaking: false
-- Callers attach string pairs to their own objects.
ALTER TABLE api_keys ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
