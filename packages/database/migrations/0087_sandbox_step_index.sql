-- breaking: false
-- concurrently
-- Next steps of bookings in the sandbox, by their time. The index of `airline_cancels_at` stays for the previous version.
CREATE INDEX CONCURRENTLY bookings_by_sandbox_step ON bookings (COALESCE(sandbox_step_at, airline_cancels_at)) WHERE sandbox_step_at IS NOT NULL OR airline_cancels_at IS NOT NULL;
