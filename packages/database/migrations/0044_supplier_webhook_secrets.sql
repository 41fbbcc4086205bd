-- breaking: false
-- Secret of the supplier's webhook, which signs events of orders. Sealed; null without one.
ALTER TABLE supplier_accounts ADD COLUMN sealed_webhook_secret bytea;
