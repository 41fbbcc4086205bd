-- breaking: false
-- Single sign-on: the OpenID Connect provider of an account, its email domains, and the users who have signed in with it.

CREATE TABLE sso_connections (
  -- One connection for each account. Accounts are never deleted.
  account_id text PRIMARY KEY,
  issuer text NOT NULL,
  client_id text NOT NULL,
  sealed_secret bytea NOT NULL,
  -- Claim with the groups of a user; null if roles do not depend on groups.
  groups_claim text,
  -- Role by group.
  group_roles jsonb NOT NULL,
  -- Role of a user without a listed group; null if such a user is refused.
  default_role text CHECK (default_role IN ('owner', 'developer', 'billing', 'viewer')),
  creates_users boolean NOT NULL,
  -- True if every user of the account must sign in with the connection.
  sso_only boolean NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

CREATE TABLE sso_domains (
  account_id text NOT NULL REFERENCES sso_connections (account_id) ON DELETE CASCADE,
  -- Lower case.
  domain text NOT NULL,
  -- Value of the TXT record that proves ownership.
  challenge text NOT NULL,
  verified_at timestamptz,
  -- True if users of this domain must sign in with the connection.
  is_forced boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, domain),
  CHECK (NOT is_forced OR verified_at IS NOT NULL)
);

-- A verified domain belongs to one account.
CREATE UNIQUE INDEX sso_domains_verified ON sso_domains (domain) WHERE verified_at IS NOT NULL;

-- Users by issuer and subject. Separate for each account: an account never signs in the users of another account's provider.
CREATE TABLE sso_identities (
  account_id text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  -- A member of the account. Without a foreign key, which would lock the table of users.
  user_id text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, issuer, subject)
);

CREATE INDEX sso_identities_by_user ON sso_identities (user_id);

-- True for a session of single sign-on, which is valid for its account only.
ALTER TABLE sessions ADD COLUMN is_sso boolean NOT NULL DEFAULT false;
