-- breaking: false
ALTER TABLE applications ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
