-- breaking: false
-- Positions of events in the feed of their account and environment, assigned after the event has committed and only when the feed is read.
-- Ids cannot order the feed: a transaction that commits late has an older id than events that were already read.
ALTER TABLE events ADD COLUMN position bigint;

CREATE INDEX events_by_position ON events (account_id, environment, position) WHERE position IS NOT NULL;
CREATE INDEX events_without_position ON events (account_id, environment, id) WHERE position IS NULL;

-- The last assigned position. Assigning locks the row, so positions are committed in order and without gaps.
CREATE TABLE event_feeds (
  account_id text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  last_position bigint NOT NULL,
  PRIMARY KEY (account_id, environment)
);
