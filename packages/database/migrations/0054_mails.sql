-- breaking: false
-- Outbox of mails: enqueued with the change that they report, sent by a job.

CREATE TABLE mails (
  id text PRIMARY KEY,
  -- Null if there is no account yet.
  account_id text,
  kind text NOT NULL,
  -- HMAC of the address, to limit and to erase mails to one recipient.
  recipient_hash bytea NOT NULL,
  -- Recipient, subject and bodies. Null after the mail was sent or has failed.
  sealed_message bytea,
  tries integer NOT NULL DEFAULT 0,
  -- End of the lease during a try.
  due_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  outcome text CHECK (outcome IN ('sent', 'failed', 'expired')),
  -- Reply code of the server or code of the error, never a text.
  failure text,
  CHECK ((finished_at IS NULL) = (outcome IS NULL)),
  CHECK ((finished_at IS NULL) = (sealed_message IS NOT NULL))
);

CREATE INDEX mails_due ON mails (due_at, id) WHERE finished_at IS NULL;
CREATE INDEX mails_by_creation ON mails (created_at);
CREATE INDEX mails_by_account ON mails (account_id, created_at);
CREATE INDEX mails_by_recipient ON mails (recipient_hash, created_at);
CREATE INDEX mails_failed ON mails (id) WHERE outcome IN ('failed', 'expired');
