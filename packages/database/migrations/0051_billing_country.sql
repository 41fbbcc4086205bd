-- breaking: false
-- Country of the buyer, which determines the tax rate of its invoices; empty if unknown.
ALTER TABLE billing_details ADD COLUMN country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$');
