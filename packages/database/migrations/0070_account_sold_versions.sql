-- breaking: false
-- Accounts with a subscription to a version that the code had before plans were rows.
UPDATE accounts SET plan_version = sold.plan_version FROM subscriptions sold
WHERE sold.account_id = accounts.id AND sold.environment = 'live' AND sold.ended_at IS NULL AND sold.plan = accounts.plan
  AND accounts.plan_version IS NULL AND sold.plan_version <> 1;
