-- breaking: false
-- Calls that were made, of those that processes have taken (`calls`).
ALTER TABLE supplier_calls ADD COLUMN made integer NOT NULL DEFAULT 0 CHECK (made >= 0);
UPDATE supplier_calls SET made = calls;
