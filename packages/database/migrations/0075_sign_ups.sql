-- breaking: false
-- Sign-ups that wait for the proof of their address, and password resets. Of tokens, only hashes are stored.

CREATE TABLE sign_ups (
  id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  email text NOT NULL,
  -- Null in an invitation by an operator, whose recipient sets them.
  name text,
  account_name text,
  password_hash text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK ((name IS NULL) = (password_hash IS NULL) AND (name IS NULL) = (account_name IS NULL))
);

-- Retention deletes the oldest, in batches.
CREATE INDEX sign_ups_by_expiry ON sign_ups (expires_at);
CREATE INDEX sign_ups_by_email ON sign_ups (email);
-- Operators list invitations, newest first.
CREATE INDEX sign_up_invitations ON sign_ups (id) WHERE password_hash IS NULL;

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);
