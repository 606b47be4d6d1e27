-- Processes that run background work; each updates its row every few seconds.
create schema jobs;

create table jobs.workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  queues text[] not null,
  -- whether it also projects and adds the jobs of reactions
  follows_log boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp()
);

grant usage on schema jobs to festoon_runtime;
grant select, insert, update, delete on jobs.workers to festoon_runtime;
