-- breaking: false
-- Plans that are paid for: subscriptions, invoices, coupons, and a ledger that cannot be rewritten. Amounts are whole minor units. What
-- money must never do is refused here, whoever writes: a transaction that does not balance, a changed invoice, a coupon given too often.

-- The present period of the account's live subscription: its searches are counted in it. Null: UTC months.
ALTER TABLE accounts
  ADD COLUMN period_start timestamptz,
  ADD COLUMN period_end timestamptz,
  ADD CONSTRAINT accounts_period_is_whole CHECK ((period_start IS NULL) = (period_end IS NULL) AND period_start < period_end);

-- The billing of one partition of an account. Its row is locked before anything else of it is changed.
CREATE TABLE billing_accounts (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  created_at timestamptz NOT NULL,
  -- When there is next something to do, in the clock of the data; null when nothing is.
  due_at timestamptz,
  trial_used_at timestamptz,
  -- What the payment provider knows the account as, and what it may charge without asking.
  provider_customer text,
  provider_method text,
  PRIMARY KEY (account_id, environment)
);

CREATE INDEX billing_accounts_due ON billing_accounts (due_at, account_id) WHERE due_at IS NOT NULL;
CREATE INDEX billing_accounts_test ON billing_accounts (account_id) WHERE due_at IS NOT NULL AND environment = 'test';

-- What was agreed stands in the row: a new version of a plan changes nobody's price.
CREATE TABLE subscriptions (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  environment text NOT NULL,
  status text NOT NULL CHECK (status IN ('trialing', 'active', 'past_due', 'cancelled')),
  plan text NOT NULL,
  plan_version integer NOT NULL,
  currency text NOT NULL,
  price_minor bigint NOT NULL CHECK (price_minor >= 0),
  searches_included bigint NOT NULL,
  -- A decimal string of major units; null where there is none beyond those included.
  overage_per_search text,
  -- What it becomes when the period ends; free ends it.
  pending_plan text,
  -- Periods end on this day of the month, or the last one.
  anchor_at timestamptz NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL CHECK (period_end > period_start),
  -- Counts every change: a preview holds for one.
  revision integer NOT NULL,
  past_due_since timestamptz,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  FOREIGN KEY (account_id, environment) REFERENCES billing_accounts (account_id, environment),
  CONSTRAINT subscriptions_end_is_cancelled CHECK ((status = 'cancelled') = (ended_at IS NOT NULL)),
  CONSTRAINT subscriptions_past_due_since CHECK ((status = 'past_due') = (past_due_since IS NOT NULL))
);

CREATE UNIQUE INDEX subscriptions_one_at_a_time ON subscriptions (account_id, environment) WHERE ended_at IS NULL;
CREATE INDEX subscriptions_by_account ON subscriptions (account_id, environment, id DESC);

-- A stretch of a period under the same terms: what was charged for it until the period's end, and how its searches are rated.
CREATE TABLE subscription_segments (
  subscription_id text NOT NULL REFERENCES subscriptions (id),
  started_at timestamptz NOT NULL,
  account_id text NOT NULL,
  environment text NOT NULL,
  -- The period as it was agreed; a share of its length is a share of what it includes.
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  -- Null while it lasts.
  ended_at timestamptz CHECK (ended_at >= started_at),
  plan text NOT NULL,
  searches_included bigint NOT NULL,
  overage_per_search text,
  -- For the time from its start to the period's end, without tax.
  charged_minor bigint NOT NULL,
  PRIMARY KEY (subscription_id, started_at)
);

CREATE INDEX subscription_segments_by_period ON subscription_segments (subscription_id, period_start);

CREATE TABLE invoices (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  environment text NOT NULL,
  subscription_id text REFERENCES subscriptions (id),
  -- period: what a period that ended cost, and the next one ahead; change: what a change of plan costs at once.
  kind text NOT NULL CHECK (kind IN ('period', 'change')),
  status text NOT NULL CHECK (status IN ('draft', 'open', 'paid', 'void')),
  number text,
  currency text NOT NULL,
  -- Whose searches it rates; null for a change.
  period_start timestamptz,
  period_end timestamptz,
  -- When a draft is finalised.
  finalize_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finalized_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  voided_at timestamptz,
  -- Sums of its lines, by kind.
  subtotal_minor bigint NOT NULL,
  discount_minor bigint NOT NULL,
  tax_minor bigint NOT NULL,
  total_minor bigint NOT NULL,
  credit_minor bigint NOT NULL,
  due_minor bigint NOT NULL CHECK (due_minor >= 0),
  -- Who sells, who buys and how it was taxed, as they were then.
  parties jsonb,
  paid_with text,
  FOREIGN KEY (account_id, environment) REFERENCES billing_accounts (account_id, environment),
  CONSTRAINT invoices_number_unique UNIQUE (environment, number),
  CONSTRAINT invoices_add_up CHECK (total_minor = subtotal_minor + discount_minor + tax_minor AND due_minor = total_minor + credit_minor),
  CONSTRAINT invoices_draft_has_no_number CHECK ((status = 'draft') = (number IS NULL) AND (status = 'draft') = (finalized_at IS NULL)),
  CONSTRAINT invoices_paid_at CHECK ((status = 'paid') = (paid_at IS NOT NULL)),
  CONSTRAINT invoices_voided_at CHECK ((status = 'void') = (voided_at IS NOT NULL))
);

-- A period is billed once, whatever runs twice.
CREATE UNIQUE INDEX invoices_one_per_period ON invoices (subscription_id, period_start) WHERE kind = 'period';
CREATE INDEX invoices_by_account ON invoices (account_id, environment, id DESC);
CREATE INDEX invoices_draft ON invoices (account_id, environment, finalize_at) WHERE status = 'draft';
CREATE INDEX invoices_open ON invoices (account_id, environment, due_at) WHERE status = 'open';

CREATE TABLE invoice_lines (
  invoice_id text NOT NULL REFERENCES invoices (id),
  position integer NOT NULL,
  account_id text NOT NULL,
  environment text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('subscription', 'proration', 'overage', 'coupon', 'tax', 'credit')),
  description text NOT NULL,
  quantity bigint,
  unit_price text,
  amount_minor bigint NOT NULL,
  period_start timestamptz,
  period_end timestamptz,
  coupon_code text,
  PRIMARY KEY (invoice_id, position)
);

-- The last number of each series. Its row is locked until the invoice that took the number is there, so no number is left out.
CREATE TABLE billing_series (
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  kind text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
  last bigint NOT NULL CHECK (last >= 0),
  PRIMARY KEY (environment, kind)
);

CREATE TABLE credit_notes (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  environment text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  number text NOT NULL,
  currency text NOT NULL,
  -- With the tax in it.
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  tax_minor bigint NOT NULL CHECK (tax_minor >= 0 AND tax_minor <= amount_minor),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT credit_notes_number_unique UNIQUE (environment, number)
);

CREATE INDEX credit_notes_by_invoice ON credit_notes (invoice_id, id);

-- The ledger: double entry, debits positive and credits negative.
CREATE TABLE ledger_transactions (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  kind text NOT NULL CHECK (kind IN ('invoice', 'payment', 'void', 'credit_note', 'credit_grant')),
  -- What happened happens once: invoice:inv_…, payment:inv_…
  idempotency_key text NOT NULL,
  description text NOT NULL,
  invoice_id text REFERENCES invoices (id),
  -- How many entries it has: none can be added later.
  entries integer NOT NULL CHECK (entries >= 2),
  at timestamptz NOT NULL,
  CONSTRAINT ledger_transactions_once UNIQUE (idempotency_key)
);

CREATE INDEX ledger_transactions_by_account ON ledger_transactions (account_id, environment, id DESC);

CREATE TABLE ledger_entries (
  id text PRIMARY KEY,
  transaction_id text NOT NULL REFERENCES ledger_transactions (id),
  account_id text NOT NULL,
  environment text NOT NULL,
  -- What the account owes; credit that it has; what was earned, came in, is owed as tax, was given away.
  ledger_account text NOT NULL CHECK (ledger_account IN ('receivable', 'credit', 'revenue', 'cash', 'tax', 'promotions')),
  currency text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor <> 0),
  at timestamptz NOT NULL
);

CREATE INDEX ledger_entries_by_transaction ON ledger_entries (transaction_id);
CREATE INDEX ledger_entries_of_credit ON ledger_entries (account_id, environment, id DESC) WHERE ledger_account = 'credit';

-- What the credit entries add up to, kept beside them: it can be rebuilt from them, and is compared with them.
CREATE TABLE credit_balances (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  currency text NOT NULL,
  balance_minor bigint NOT NULL CONSTRAINT credit_balances_cover CHECK (balance_minor >= 0),
  PRIMARY KEY (account_id, environment, currency)
);

CREATE TABLE coupons (
  id text PRIMARY KEY,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  -- In capitals.
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('percent', 'amount', 'credit')),
  -- Hundredths of a percent.
  percent_basis integer CHECK (percent_basis BETWEEN 1 AND 10000),
  amount_minor bigint CHECK (amount_minor > 0),
  currency text NOT NULL,
  -- Periods that it covers; null covers all.
  periods integer CHECK (periods > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- Empty for every plan.
  plans text[] NOT NULL,
  most_redemptions bigint CHECK (most_redemptions >= 0),
  redemptions bigint NOT NULL DEFAULT 0,
  disabled_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT coupons_code_unique UNIQUE (environment, code),
  CONSTRAINT coupons_cap CHECK (redemptions <= most_redemptions),
  CONSTRAINT coupons_value CHECK ((kind = 'percent') = (percent_basis IS NOT NULL) AND (kind = 'percent') = (amount_minor IS NULL))
);

-- The terms are copied: a coupon that is disabled goes on for those who have it.
CREATE TABLE coupon_redemptions (
  id text PRIMARY KEY,
  coupon_id text NOT NULL REFERENCES coupons (id),
  account_id text NOT NULL,
  environment text NOT NULL,
  code text NOT NULL,
  kind text NOT NULL,
  percent_basis integer,
  amount_minor bigint,
  currency text NOT NULL,
  plans text[] NOT NULL,
  -- Periods that it has yet to cover; null covers all.
  periods_left integer CHECK (periods_left >= 0),
  -- The end of the last period that it covers.
  covers_until timestamptz,
  redeemed_at timestamptz NOT NULL,
  FOREIGN KEY (account_id, environment) REFERENCES billing_accounts (account_id, environment),
  CONSTRAINT coupon_redemptions_once UNIQUE (coupon_id, account_id)
);

CREATE INDEX coupon_redemptions_by_account ON coupon_redemptions (account_id, environment, id);

-- What a payment provider was asked for, and what it has told.
CREATE TABLE payment_attempts (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  environment text NOT NULL,
  invoice_id text NOT NULL REFERENCES invoices (id),
  provider text NOT NULL,
  reference text,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  failure text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz
);

CREATE INDEX payment_attempts_by_invoice ON payment_attempts (invoice_id, id);
CREATE INDEX payment_attempts_pending ON payment_attempts (created_at) WHERE status = 'pending';

CREATE TABLE payment_events (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  invoice_id text,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);

-- Refusals of the ledger.

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only';
END $$;

CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER credit_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON credit_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- At the commit, when all entries are there.
CREATE FUNCTION check_ledger_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked text := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN to_jsonb(NEW) ->> 'transaction_id' ELSE to_jsonb(NEW) ->> 'id' END;
BEGIN
  IF EXISTS (SELECT FROM ledger_entries WHERE transaction_id = checked GROUP BY currency HAVING sum(amount_minor) <> 0) THEN
    RAISE EXCEPTION 'the ledger transaction % does not sum to zero', checked USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_sums_to_zero';
  END IF;
  IF (SELECT count(*) FROM ledger_entries WHERE transaction_id = checked) <> (SELECT entries FROM ledger_transactions WHERE id = checked) THEN
    RAISE EXCEPTION 'the ledger transaction % has not the entries that it says', checked USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_are_whole';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ledger_transactions_sum_to_zero AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction();
CREATE CONSTRAINT TRIGGER ledger_entries_sum_to_zero AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_transaction();

-- Refusals of invoices: a draft is changed freely; then its content stands, and only its fate is still open.

CREATE FUNCTION check_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fate text[] := ARRAY['status', 'paid_at', 'voided_at', 'paid_with'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status = 'draft' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the invoice % does not begin as a draft', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_begins_as_draft';
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.status = 'draft' THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'the invoice % is final', OLD.number USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_is_final';
  END IF;
  IF OLD.status = 'draft' THEN
    IF NEW.status <> 'draft' AND NEW.due_minor <> (SELECT coalesce(sum(amount_minor), 0) FROM invoice_lines WHERE invoice_id = NEW.id) THEN
      RAISE EXCEPTION 'the lines of the invoice % do not add up to it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_lines_add_up';
    END IF;
    RETURN NEW;
  END IF;
  IF to_jsonb(OLD) - fate <> to_jsonb(NEW) - fate OR (OLD.status <> 'open' AND OLD IS DISTINCT FROM NEW) OR NEW.status = 'draft' THEN
    RAISE EXCEPTION 'the invoice % is final', OLD.number USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_is_final';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER invoices_are_final BEFORE INSERT OR UPDATE OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION check_invoice();

CREATE FUNCTION check_invoice_line() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed invoice_lines := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'UPDATE' OR (SELECT status FROM invoices WHERE id = changed.invoice_id) <> 'draft' THEN
    RAISE EXCEPTION 'the lines of the invoice % are final', changed.invoice_id USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_is_final';
  END IF;
  RETURN changed;
END $$;

CREATE TRIGGER invoice_lines_are_final BEFORE INSERT OR UPDATE OR DELETE ON invoice_lines
  FOR EACH ROW EXECUTE FUNCTION check_invoice_line();
