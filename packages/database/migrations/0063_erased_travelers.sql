-- breaking: false
-- Time at which the personal data of a booking was erased.
ALTER TABLE bookings ADD COLUMN travelers_erased_at timestamptz;
