-- breaking: false
-- Offers of live suppliers, which are priced again with the supplier's reference instead of by running their search again. One row holds the
-- offers of one part of a response: `flights` is the compressed JSON of `packages/search/src/serialize/kept-flights.ts`, `ordinals` the last
-- parts of the ids of its offers. Rows are deleted after a day, like their searches.
CREATE TABLE kept_offers (
  -- No reference, as in `searches`: both are written while a search is answered.
  search_id text NOT NULL,
  part integer NOT NULL,
  account_id text NOT NULL REFERENCES accounts (id),
  environment text NOT NULL CHECK (environment IN ('test', 'live')),
  ordinals integer[] NOT NULL,
  flights bytea NOT NULL,
  PRIMARY KEY (search_id, part)
);
