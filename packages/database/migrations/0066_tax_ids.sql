-- breaking: false
-- Type of the buyer's tax id, whose format was validated; empty for a text that is only printed.
ALTER TABLE billing_details ADD COLUMN tax_id_type text NOT NULL DEFAULT '';
