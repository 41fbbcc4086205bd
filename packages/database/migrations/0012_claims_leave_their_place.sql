-- breaking: true
-- A claim changes nothing that is indexed: what is held stays at its place among what is due, and whoever comes by sees in the row that
-- somebody holds it, and until when. Such a version needs no entry in any of five indexes, and a lease that has run out needs nobody to
-- notice. A process of an older version would take what is held for free.
UPDATE deliveries SET due_at = lease_ends_at WHERE claim_id IS NOT NULL AND due_at IS NULL AND held_due_at IS NULL;
DROP INDEX deliveries_leased;
