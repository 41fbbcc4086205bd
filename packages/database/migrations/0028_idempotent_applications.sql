-- breaking: false
-- Two applications can use the same key. The constraint keeps its name, by which processes of the previous version recognize a conflict;
-- they write no application and find their own rows by the first four columns.
ALTER TABLE idempotent_requests
  ADD COLUMN application_id text,
  DROP CONSTRAINT idempotent_requests_pkey,
  ADD CONSTRAINT idempotent_requests_pkey
    UNIQUE NULLS NOT DISTINCT (account_id, environment, route, idempotency_key, application_id);
