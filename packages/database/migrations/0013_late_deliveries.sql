-- breaking: false
-- What is tried again, or for the first time long after it was made, is news though it is far from the newest. The attempts themselves have no
-- account and no order in time: to look for these among them was to read all of them. A delivery that succeeds at once never has an entry here.
ALTER TABLE deliveries ADD COLUMN tried_late_at timestamptz;
CREATE INDEX deliveries_tried_late ON deliveries (account_id, environment, tried_late_at DESC) WHERE tried_late_at IS NOT NULL;
