-- breaking: false
-- Lowest prices of an account's live searches, one for each route, departure date and day of the search.
CREATE TABLE price_samples (
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  origin text NOT NULL,
  destination text NOT NULL,
  cabin text NOT NULL,
  currency text NOT NULL,
  departure_date date NOT NULL,
  observed_day date NOT NULL,
  observed_at timestamptz NOT NULL,
  lead_days integer NOT NULL CHECK (lead_days >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, environment, origin, destination, cabin, currency, departure_date, observed_day)
);
CREATE INDEX price_samples_by_observation ON price_samples (observed_at);
