-- breaking: false
-- A person signs in once and can be a member of several accounts. The first membership stays in `users`, whose columns earlier versions
-- read; each further one is a row of `memberships`. An earlier version does not find sessions in further accounts and answers 401.

CREATE TABLE memberships (
  -- Only the table of users is referenced and locked: accounts are never deleted.
  account_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id),
  role text NOT NULL CHECK (role IN ('owner', 'developer', 'billing', 'viewer')),
  operator_since timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, user_id)
);

CREATE INDEX memberships_by_user ON memberships (user_id);

ALTER TABLE users
  -- Account of the last session, which the next sign-in opens.
  ADD COLUMN last_account_id text,
  -- Time at which the user joined `account_id`, if that is not the account in which the user was created.
  ADD COLUMN joined_at timestamptz;

-- All memberships of users who are not removed.
CREATE VIEW members AS
  SELECT id AS user_id, account_id, role, operator_since, COALESCE(joined_at, created_at) AS joined_at
  FROM users WHERE removed_at IS NULL
  UNION ALL
  SELECT membership.user_id, membership.account_id, membership.role, membership.operator_since, membership.created_at
  FROM memberships membership JOIN users person ON person.id = membership.user_id AND person.removed_at IS NULL;
