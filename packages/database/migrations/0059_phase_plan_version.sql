-- breaking: false
-- Version of the plan of a phase, whose overage tiers rate its searches; null for version 1.
ALTER TABLE subscription_segments ADD COLUMN plan_version integer;
