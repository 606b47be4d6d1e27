-- Where the queues are that have the jobs of the reactor's events, and when they were last seen there. If they are replaced or come
-- back empty, the jobs are added again.
create table followers.queues (
  singleton boolean primary key default true check (singleton),
  store text not null,
  seen_at timestamptz not null default clock_timestamp()
);
grant select, insert, update on followers.queues to festoon_runtime;
