-- breaking: false
-- When a pending order is sent next: an order that a process has claimed, or that could not be sent, waits until then. Null before the first try.
ALTER TABLE payment_attempts ADD COLUMN next_attempt_at timestamptz;
ALTER TABLE payment_attempts ADD COLUMN tries integer NOT NULL DEFAULT 0;

DROP INDEX payment_attempts_pending;
CREATE INDEX payment_attempts_due ON payment_attempts ((coalesce(next_attempt_at, created_at)), id) WHERE status = 'pending' AND reference IS NULL;
