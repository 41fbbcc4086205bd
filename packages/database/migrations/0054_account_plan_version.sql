-- breaking: false
-- Version of the plan of an account with a live subscription; null for version 1. Without a subscription (`period_start` is null), an
-- account has the current version of its plan.
ALTER TABLE accounts ADD COLUMN plan_version integer;
