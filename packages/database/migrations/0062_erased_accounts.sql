-- breaking: false
-- Start of the erasure of an account's personal data. Such an account is closed.
ALTER TABLE accounts ADD COLUMN erased_at timestamptz;
