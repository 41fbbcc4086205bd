-- breaking: false
-- People: who belongs to an account, how they prove who they are, and where they are signed in.

-- A user belongs to one account. One who was removed stays, because the audit trail points at it; what it could sign in with is gone.
CREATE TABLE users (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'billing', 'viewer')),
  -- Empty until they have said.
  name text NOT NULL,
  -- In lower case; null until they have said.
  email text,
  -- argon2id, in the PHC format.
  password_hash text,
  -- Sealed under the server secret that its first bytes name. A new one waits in `totp_pending` until a code of it has been seen.
  totp_secret bytea,
  totp_pending bytea,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  totp_step bigint,
  created_at timestamptz NOT NULL,
  removed_at timestamptz
);

-- Who signs in is found by the address alone, whatever the account.
CREATE UNIQUE INDEX users_by_email ON users (email) WHERE removed_at IS NULL;
CREATE INDEX users_by_account ON users (account_id, id) WHERE removed_at IS NULL;

-- Whom a one-time link signs in; null for the owner that the link itself makes.
ALTER TABLE sign_in_links ADD COLUMN user_id text REFERENCES users (id);

-- Only the hash of the token is kept. The row stays when it has been accepted or withdrawn.
CREATE TABLE invitations (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'billing', 'viewer')),
  token_hash bytea NOT NULL UNIQUE,
  invited_by text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);

CREATE INDEX invitations_by_account ON invitations (account_id, id DESC);

-- Where somebody is signed in. Only the hash of the token is kept; a session that ends is deleted.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES accounts (id),
  user_id text NOT NULL REFERENCES users (id),
  -- As the browser calls itself, cut.
  device text NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Written once a minute at most.
  last_used_at timestamptz NOT NULL,
  -- When who sits there last proved who they are.
  stepped_up_at timestamptz NOT NULL
);

CREATE INDEX sessions_by_user ON sessions (user_id, id DESC);
-- Retention deletes the oldest, in batches.
CREATE INDEX sessions_by_use ON sessions (last_used_at);

-- Hashes of codes of 80 random bits. One that was used is deleted.
CREATE TABLE recovery_codes (
  user_id text NOT NULL REFERENCES users (id),
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  user_id text NOT NULL REFERENCES users (id),
  name text NOT NULL,
  credential_id bytea NOT NULL UNIQUE,
  -- COSE.
  public_key bytea NOT NULL,
  -- What the authenticator counted at its last use; 0 where it does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_by_user ON passkeys (user_id, id DESC);

-- Challenges that authenticators have yet to sign. A row is deleted as it is answered: a challenge is good once.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'step_up')),
  -- The session that asked; while nobody is signed in, a hash of what its browser was given to prove that it is the same.
  bound_to text NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

ALTER TABLE audit_events
  DROP CONSTRAINT audit_events_actor_kind_check,
  ADD CONSTRAINT audit_events_actor_kind_check CHECK (actor_kind IN ('key', 'operator', 'holder', 'user'));
