-- breaking: false
-- `plan_version`: version of the plan of an account with a live subscription; null for version 1. Without a subscription (`period_start` is
-- null), an account has the current version of its plan. `currency`: currency of the plans, invoices and credit of the account.
ALTER TABLE accounts
  ADD COLUMN plan_version integer,
  ADD COLUMN currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$');
