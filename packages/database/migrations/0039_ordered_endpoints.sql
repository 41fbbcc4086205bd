-- breaking: false
ALTER TABLE webhook_endpoints ADD COLUMN ordered boolean NOT NULL DEFAULT false;
