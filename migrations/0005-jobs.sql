-- Background work. The queues themselves are in the schema `bullmq`, which the queue library creates.
create schema jobs;

-- Processes that run background work; each updates its row every few seconds.
create table jobs.workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  queues text[] not null,
  -- Whether it also folds projections and adds the jobs of reactions.
  follows_log boolean not null,
  started_at timestamptz not null default clock_timestamp(),
  heartbeat_at timestamptz not null default clock_timestamp(),
  -- Whether it may end when an operator asks for it, and since when it is asked.
  may_drain boolean not null default false,
  drain_requested_at timestamptz
);

-- Effects outside of this database that must not happen twice. The row is written before the effect.
create schema effects;

create table effects.ledger (
  -- The id of the event or of the request.
  cause text not null,
  kind text not null,
  started_at timestamptz not null default now(),
  -- Null: under way, or its process died before it was completed.
  completed_at timestamptz,
  primary key (cause, kind)
);

grant usage on schema jobs, effects to festoon_runtime;
grant select, insert, update, delete on jobs.workers, effects.ledger to festoon_runtime;
