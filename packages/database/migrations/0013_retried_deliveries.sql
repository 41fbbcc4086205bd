-- breaking: false
-- What is tried again long after it was made is news, though it is far from the newest. The attempts themselves have no account and no order in
-- time: to look for these among them was to read all of them. A delivery that succeeds at once never has an entry here.
ALTER TABLE deliveries ADD COLUMN retried_at timestamptz;
CREATE INDEX deliveries_retried ON deliveries (account_id, environment, retried_at DESC) WHERE retried_at IS NOT NULL;
