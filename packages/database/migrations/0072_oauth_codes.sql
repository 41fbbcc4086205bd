-- breaking: false
-- Authorization codes of OAuth. A used code stays for a day, so that its reuse revokes the key.
CREATE TABLE oauth_codes (
  code_hash bytea PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  -- User who granted access.
  user_id text NOT NULL,
  -- Kind of the key. The user chooses it; the code itself belongs to no partition.
  key_environment text NOT NULL CHECK (key_environment IN ('test', 'live')),
  scopes text[] NOT NULL,
  key_days integer NOT NULL CHECK (key_days > 0),
  client_hash bytea NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- Key that the code was exchanged for.
  key_id text
);

CREATE INDEX oauth_codes_by_account ON oauth_codes (account_id);
CREATE INDEX oauth_codes_by_expiry ON oauth_codes (expires_at);
