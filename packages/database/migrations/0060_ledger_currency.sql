-- breaking: false
-- Rejects a ledger transaction in several currencies. Before, each currency of a transaction had to sum to zero.
CREATE OR REPLACE FUNCTION check_ledger_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked text := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN to_jsonb(NEW) ->> 'transaction_id' ELSE to_jsonb(NEW) ->> 'id' END;
  found record;
BEGIN
  SELECT coalesce(sum(amount_minor), 0) AS total, count(*) AS entries, count(DISTINCT currency) AS currencies
    INTO found FROM ledger_entries WHERE transaction_id = checked;
  IF found.currencies > 1 THEN
    RAISE EXCEPTION 'the ledger transaction % has several currencies', checked USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_one_currency';
  END IF;
  IF found.total <> 0 THEN
    RAISE EXCEPTION 'the ledger transaction % does not sum to zero', checked USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_sums_to_zero';
  END IF;
  IF found.entries <> (SELECT entries FROM ledger_transactions WHERE id = checked) THEN
    RAISE EXCEPTION 'the ledger transaction % has not the entries that it says', checked USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_are_whole';
  END IF;
  RETURN NULL;
END $$;
