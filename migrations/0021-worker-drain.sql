-- Workers that may end when an operator asks for it, and since when each is asked.
alter table jobs.workers
  add column may_drain boolean not null default false,
  add column drain_requested_at timestamptz;
