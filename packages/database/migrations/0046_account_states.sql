-- breaking: false
-- Operators create accounts, suspend and close them. No existing account becomes the operators' account by an upgrade.

ALTER TABLE accounts
  -- The account whose users can be operators, and whose service keys can have the scopes of operators.
  ADD COLUMN is_operator boolean NOT NULL DEFAULT false,
  -- While set, keys and sessions are refused and webhook deliveries wait.
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspension_reason text,
  -- End of the grace period of a closure; from then on, the account is closed.
  ADD COLUMN closes_at timestamptz,
  ADD CONSTRAINT accounts_suspension_has_reason CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL)),
  ADD CONSTRAINT accounts_operator_is_open CHECK (NOT is_operator OR (suspended_at IS NULL AND closes_at IS NULL));

CREATE UNIQUE INDEX accounts_operator ON accounts (is_operator) WHERE is_operator;
