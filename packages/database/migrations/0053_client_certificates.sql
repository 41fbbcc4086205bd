-- breaking: false
-- Allows a client certificate as the credentials of an endpoint. It is in `sealed_options` with its key; its end of validity is readable.
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_auth_type_check,
  ADD CONSTRAINT webhook_endpoints_auth_type_check CHECK (auth_type IN ('basic', 'oauth2', 'mtls')),
  ADD COLUMN certificate_expires_at timestamptz;
