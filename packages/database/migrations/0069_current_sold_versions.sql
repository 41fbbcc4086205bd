-- breaking: false
-- The newest version that was sold is the current one.
UPDATE plans SET current_version = (SELECT max(version) FROM plan_versions WHERE plan = plans.name);
