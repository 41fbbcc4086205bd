-- breaking: false
-- The events of a replay are counted up to a limit: counting millions took a connection for as long. Beyond it `matched` is a minimum.
ALTER TABLE webhook_replays ADD COLUMN matched_is_minimum boolean NOT NULL DEFAULT false;
