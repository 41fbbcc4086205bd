-- breaking: false
-- Sessions in which an operator acts for a customer. A separate table, because a version that does not know it must refuse such a session
-- instead of running its requests in the operators' account.

CREATE TABLE acting_sessions (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  -- The operators' account and the operator. Only the table of users is referenced and locked: accounts are never deleted.
  account_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  customer_id text NOT NULL,
  -- Role in the customer's account: viewer, or owner if changes were confirmed.
  role text NOT NULL CHECK (role IN ('viewer', 'owner')),
  created_at timestamptz NOT NULL
);

CREATE INDEX acting_sessions_by_user ON acting_sessions (user_id);
-- Retention deletes the oldest, in batches.
CREATE INDEX acting_sessions_by_creation ON acting_sessions (created_at);
