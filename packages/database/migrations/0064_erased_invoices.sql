-- breaking: false
-- Lets an erasure blank the buyer of a final invoice and the reason of a credit note, and nothing else. The account must be erased.
CREATE OR REPLACE FUNCTION check_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  fate text[] := ARRAY['status', 'paid_at', 'voided_at', 'paid_with'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.status = 'draft' THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'the invoice % does not begin as a draft', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_begins_as_draft';
  END IF;
  IF TG_OP = 'DELETE' THEN
    IF OLD.status = 'draft' THEN RETURN OLD; END IF;
    RAISE EXCEPTION 'the invoice % is final', OLD.number USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_is_final';
  END IF;
  IF OLD.status = 'draft' THEN
    IF NEW.status <> 'draft' AND NEW.due_minor <> (SELECT coalesce(sum(amount_minor), 0) FROM invoice_lines WHERE invoice_id = NEW.id) THEN
      RAISE EXCEPTION 'the lines of the invoice % do not add up to it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'invoice_lines_add_up';
    END IF;
    RETURN NEW;
  END IF;
  IF NEW.parties = OLD.parties || '{"buyer": "Erased"}' AND to_jsonb(OLD) - 'parties' = to_jsonb(NEW) - 'parties'
     AND EXISTS (SELECT FROM accounts WHERE id = NEW.account_id AND erased_at IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  IF to_jsonb(OLD) - fate <> to_jsonb(NEW) - fate OR (OLD.status <> 'open' AND OLD IS DISTINCT FROM NEW) OR NEW.status = 'draft' THEN
    RAISE EXCEPTION 'the invoice % is final', OLD.number USING ERRCODE = 'restrict_violation', CONSTRAINT = 'invoice_is_final';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION check_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.reason = 'Erased' AND to_jsonb(OLD) - 'reason' = to_jsonb(NEW) - 'reason'
     AND EXISTS (SELECT FROM accounts WHERE id = NEW.account_id AND erased_at IS NOT NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only';
END $$;
DROP TRIGGER credit_notes_append_only ON credit_notes;
CREATE TRIGGER credit_notes_append_only BEFORE DELETE OR TRUNCATE ON credit_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER credit_notes_are_final BEFORE UPDATE ON credit_notes FOR EACH ROW EXECUTE FUNCTION check_credit_note();
