-- Leads whose scores were removed, and when. A job that read its data before that does not add their scores again.
create table matching.removed_leads (
  lead_id text primary key,
  removed_at timestamptz not null
);
grant select, insert, update, delete on matching.removed_leads to festoon_runtime;
