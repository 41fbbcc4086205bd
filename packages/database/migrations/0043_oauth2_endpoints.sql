-- breaking: false
-- Allows OAuth 2.0 client credentials as a kind of credentials of an endpoint. They are in `sealed_options`, like the others.
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_auth_type_check,
  ADD CONSTRAINT webhook_endpoints_auth_type_check CHECK (auth_type IN ('basic', 'oauth2'));
