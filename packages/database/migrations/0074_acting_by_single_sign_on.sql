-- breaking: false
-- True for a session in which an operator acts who signed in by single sign-on: the session afterwards is one of single sign-on again.

ALTER TABLE acting_sessions ADD COLUMN is_sso boolean NOT NULL DEFAULT false;
