-- breaking: false
-- Operators of the deployment: a role of a user, next to the role in the account.

ALTER TABLE users ADD COLUMN operator_since timestamptz;
