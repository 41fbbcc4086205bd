-- breaking: false
-- `requests` has had an application since 0007.
CREATE INDEX requests_by_application ON requests (application_id, id DESC) WHERE application_id IS NOT NULL;
