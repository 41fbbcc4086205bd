-- breaking: true
-- The first schema. Every instant comes from the caller: nothing here asks the server for the time.

CREATE TABLE accounts (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL
);

-- A raw key is stored nowhere. `hash` is its HMAC under the server secret named by `secret_id`, so that a copy of this
-- table is worth nothing without the secret, and a secret can be replaced while keys hashed under the old one live on.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live', 'service')),
  name text NOT NULL,
  scopes text[] NOT NULL,
  hash bytea NOT NULL,
  secret_id text NOT NULL,
  -- What lists show of the key, such as key_test_Ab3d…9fQ2.
  hint text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Until then a revoked key still authenticates.
  grace_ends_at timestamptz,
  -- Also the index of every authentication: a key is found by its hash and by nothing else.
  CONSTRAINT api_keys_hash_unique UNIQUE (hash),
  CONSTRAINT api_keys_grace_follows_revocation CHECK ((revoked_at IS NULL) = (grace_ends_at IS NULL))
);

-- Lists of an account's keys are newest first; ids sort by time, and make the order total for the cursor.
CREATE INDEX api_keys_by_account ON api_keys (account_id, id DESC);

-- A known text under each server secret: a start with the wrong secret is stopped here, instead of every key being
-- unknown to it.
CREATE TABLE server_secret_canaries (
  secret_id text PRIMARY KEY,
  canary bytea NOT NULL
);

-- One-time links. Only the hash of the token is kept, for the same reason as with keys.
CREATE TABLE sign_in_links (
  token_hash bytea PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- A new link of an account makes its older ones void.
CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id, created_at DESC);
