-- When the data was read that all scores of a professional were last computed from. A job that read a lead and its
-- professionals earlier does not add a score that this computation left out.
alter table matching.professionals add column read_at timestamptz not null default '-infinity';
