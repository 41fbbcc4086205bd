-- breaking: false
-- Options of endpoints. `sealed_options` holds the custom headers and credentials, encrypted like the signing secret; the names of the
-- headers and the kind of credentials are readable. `filter_path` is the filter as a jsonpath predicate on the data of an event.
ALTER TABLE webhook_endpoints
  ADD COLUMN sealed_options bytea,
  ADD COLUMN header_names text[] NOT NULL DEFAULT '{}',
  ADD COLUMN auth_type text CHECK (auth_type IN ('basic')),
  ADD COLUMN filter jsonb,
  ADD COLUMN filter_path text;
