-- breaking: false
-- Version of the pending plan of a subscription, fixed when it was chosen; null for the version that is current when the period ends.
ALTER TABLE subscriptions ADD COLUMN pending_plan_version integer;
