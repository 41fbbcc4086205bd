-- breaking: false
-- Phases of such subscriptions.
UPDATE subscription_segments segment SET plan_version = sold.plan_version FROM subscriptions sold
WHERE sold.id = segment.subscription_id AND sold.plan = segment.plan AND segment.plan_version IS NULL AND sold.plan_version <> 1;
