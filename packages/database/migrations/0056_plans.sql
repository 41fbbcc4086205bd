-- breaking: false
-- Plans that accounts can have, and the versions of their terms. A version never changes: a subscription refers to the version that it was
-- sold with. Create further plans and versions only when every process runs a version of Wayfare that has this table.
CREATE TABLE plans (
  name text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  -- hidden: only operators give it to an account.
  visibility text NOT NULL CHECK (visibility IN ('public', 'hidden')),
  -- Version of new subscriptions, and of accounts without a subscription.
  current_version integer NOT NULL CHECK (current_version >= 1),
  created_at timestamptz NOT NULL,
  -- Set if the plan is no longer sold.
  retired_at timestamptz
);

CREATE TABLE plan_versions (
  plan text NOT NULL REFERENCES plans (name),
  version integer NOT NULL CHECK (version >= 1),
  title text NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- Per month, paid in advance, in minor units of the currency.
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  trial_days integer NOT NULL CHECK (trial_days >= 0),
  -- Live searches of a period that the price includes.
  searches_included bigint NOT NULL CHECK (searches_included >= 0),
  quota_behavior text NOT NULL CHECK (quota_behavior IN ('hard_stop', 'overage')),
  -- Graduated prices of the searches beyond those included: [{"upTo": 10000, "unitPrice": "0.004"}, {"upTo": null, "unitPrice": "0.002"}].
  -- `upTo` counts searches beyond those included; the last tier has none.
  overage_tiers jsonb NOT NULL CHECK (jsonb_typeof(overage_tiers) = 'array'),
  -- Limits of a live or service key: {"requests": {"perSecond": 50, "burst": 200}, "searches": {…}, "searchesAtOnce": 20}.
  key_limits jsonb NOT NULL CHECK (jsonb_typeof(key_limits) = 'object'),
  -- Texts for the customer.
  features jsonb NOT NULL CHECK (jsonb_typeof(features) = 'array'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (plan, version),
  CONSTRAINT plan_versions_overage CHECK ((quota_behavior = 'overage') = (jsonb_array_length(overage_tiers) > 0)),
  -- Accounts without a subscription have this plan: there is no period that could be charged.
  CONSTRAINT plan_versions_free CHECK (plan <> 'free' OR (price_minor = 0 AND trial_days = 0 AND quota_behavior = 'hard_stop'))
);

CREATE TRIGGER plan_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON plan_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

INSERT INTO plans (name, visibility, current_version, created_at) VALUES
  ('free', 'public', 1, '2026-01-01T00:00:00Z'),
  ('pro', 'public', 1, '2026-01-01T00:00:00Z'),
  ('scale', 'public', 1, '2026-01-01T00:00:00Z');

INSERT INTO plan_versions
  (plan, version, title, currency, price_minor, trial_days, searches_included, quota_behavior, overage_tiers, key_limits, features, created_at)
VALUES
  ('free', 1, 'Free', 'USD', 0, 0, 1000, 'hard_stop', '[]',
   '{"requests": {"perSecond": 50, "burst": 200}, "searches": {"perSecond": 20, "burst": 40}, "searchesAtOnce": 20}', '[]',
   '2026-01-01T00:00:00Z'),
  ('pro', 1, 'Pro', 'USD', 4900, 14, 50000, 'overage', '[{"upTo": null, "unitPrice": "0.004"}]',
   '{"requests": {"perSecond": 100, "burst": 400}, "searches": {"perSecond": 40, "burst": 80}, "searchesAtOnce": 40}', '[]',
   '2026-01-01T00:00:00Z'),
  ('scale', 1, 'Scale', 'USD', 79000, 0, 1000000, 'overage', '[{"upTo": null, "unitPrice": "0.002"}]',
   '{"requests": {"perSecond": 200, "burst": 800}, "searches": {"perSecond": 80, "burst": 160}, "searchesAtOnce": 80}', '[]',
   '2026-01-01T00:00:00Z');
