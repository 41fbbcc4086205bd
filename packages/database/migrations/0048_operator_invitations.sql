-- breaking: false
-- The first owner of an account is invited by an operator, who is not a user of that account.

ALTER TABLE invitations ALTER COLUMN invited_by DROP NOT NULL;
