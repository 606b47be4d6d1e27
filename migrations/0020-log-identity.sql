-- The identity of the log: the database that uses it first writes its own identity into it. A log in Postgres has it here, a log in
-- EventStoreDB in a stream.
create table log.identity (
  singleton boolean primary key default true check (singleton),
  id uuid not null
);
grant select, insert on log.identity to festoon_runtime;

alter table followers.log
  add column identity uuid not null default gen_random_uuid(),
  -- When the identity was written into the log.
  add column claimed_at timestamptz,
  -- Set while an operator accepts another state of the log: the read tables are not yet those of that state.
  add column accepting_since timestamptz;
grant update on followers.log to festoon_runtime;
