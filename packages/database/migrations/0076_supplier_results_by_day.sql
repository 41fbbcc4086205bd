-- breaking: false
-- concurrently
-- Sums over all accounts of a day, and the purge of old days.
CREATE INDEX CONCURRENTLY supplier_results_by_day ON supplier_results (day);
