-- Set before the erasure is written to the log: an account without it has certainly not been erased.
alter table identity.credentials add column erasure_requested_at timestamptz;
