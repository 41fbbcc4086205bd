-- breaking: false
-- Allows transactions of the operator's margin on bookings. Existing rows meet the new condition.
ALTER TABLE ledger_transactions
  DROP CONSTRAINT ledger_transactions_kind_check,
  ADD CONSTRAINT ledger_transactions_kind_check
    CHECK (kind IN ('invoice', 'payment', 'void', 'credit_note', 'credit_grant', 'margin', 'margin_refund')) NOT VALID;
