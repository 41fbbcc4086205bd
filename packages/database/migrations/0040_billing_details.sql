-- breaking: false
-- The buyer as printed on invoices. Without a row, or with an empty name, an invoice shows the name of the account.
CREATE TABLE billing_details (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  name text NOT NULL,
  address text NOT NULL,
  tax_id text NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, environment)
);
