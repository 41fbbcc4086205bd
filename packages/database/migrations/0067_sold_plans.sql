-- breaking: false
-- Plans that the code of this deployment had besides free, pro and scale, as far as they were sold.
INSERT INTO plans (name, visibility, current_version, created_at)
  SELECT plan, 'hidden', max(plan_version), '2026-01-01T00:00:00Z' FROM subscriptions
  WHERE plan NOT IN ('free', 'pro', 'scale') GROUP BY plan ON CONFLICT DO NOTHING;
