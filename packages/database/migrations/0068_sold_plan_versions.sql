-- breaking: false
-- Versions that the code of this deployment had, with the terms of their subscriptions. The limits of keys were not stored: plans with other
-- names get those of pro. The operator can create the next version with others.
INSERT INTO plan_versions
  (plan, version, title, currency, price_minor, trial_days, searches_included, quota_behavior, overage_tiers, key_limits, features, created_at)
SELECT DISTINCT ON (sold.plan, sold.plan_version)
  sold.plan, sold.plan_version, CASE WHEN known.plan = sold.plan THEN known.title ELSE initcap(sold.plan) END, sold.currency, sold.price_minor, 0, sold.searches_included,
  CASE WHEN sold.overage_per_search IS NULL THEN 'hard_stop' ELSE 'overage' END,
  CASE WHEN sold.overage_per_search IS NULL THEN '[]'
       ELSE jsonb_build_array(jsonb_build_object('upTo', NULL, 'unitPrice', sold.overage_per_search)) END,
  known.key_limits, '[]', '2026-01-01T00:00:00Z'
FROM subscriptions sold JOIN plan_versions known ON known.version = 1
  AND known.plan = CASE WHEN sold.plan IN ('pro', 'scale') THEN sold.plan ELSE 'pro' END
WHERE NOT EXISTS (SELECT FROM plan_versions terms WHERE terms.plan = sold.plan AND terms.version = sold.plan_version)
ORDER BY sold.plan, sold.plan_version, sold.id DESC;
