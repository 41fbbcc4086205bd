-- breaking: false
-- Usage limits of the key that a code is exchanged for, as chosen at the consent.
ALTER TABLE oauth_codes ADD COLUMN usage_limits jsonb NOT NULL DEFAULT '{}';
