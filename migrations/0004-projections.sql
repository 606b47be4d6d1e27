-- Followers of the event log: projections and the reactor.
create schema followers;

-- The engine whose log the checkpoints and read tables of this database follow. Positions are valid in one log only.
create table followers.log (
  singleton boolean primary key default true check (singleton),
  engine text not null,
  identity uuid not null default gen_random_uuid(),
  -- When the identity was written into the log.
  claimed_at timestamptz,
  -- Set while an operator accepts another state of the log: the read tables are not yet those of that state.
  accepting_since timestamptz
);

create table followers.checkpoints (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now(),
  -- Set while an operator has paused the projection.
  paused_at timestamptz,
  -- Why the projection is stalled: the error of its fold, and the events at which it occurred.
  failure text,
  -- The position of the event at which its fold fails.
  failed_at bigint,
  -- The positions that an operator has chosen to skip, also in a rebuild.
  skipped bigint[] not null default '{}',
  -- When it first showed the whole log. From then on its table is read, even while it is stalled.
  caught_up_at timestamptz,
  -- When a process that has this projection last ran. Tables that no release uses any more can be dropped.
  used_at timestamptz not null default now()
);

-- Rebuilds under way or interrupted.
create table followers.rebuilds (
  name text primary key,
  -- The position up to which the table in read_new is complete; 0 while there is no such table.
  position bigint not null default 0,
  -- The position that the fold in memory has reached, and the one at which it ends.
  folded bigint not null default 0,
  through bigint not null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Tables in read_old that a rebuild or a rollback replaced. They show the log up to `position`.
create table followers.kept (
  name text primary key,
  position bigint not null,
  kept_at timestamptz not null default now()
);

-- Catch-up reactions that have run for all events from before they existed.
create table followers.caught_up_reactions (
  reaction text primary key,
  caught_up_at timestamptz not null default now()
);

-- Events that an older release did not know when it added the jobs of reactions. A process of the release that knows them adds their
-- jobs and removes the rows.
create table followers.left_events (
  position bigint primary key
);

-- Each projection creates its own read table in `read`. A rebuild fills a table in `read_new`; the swap moves the
-- previous table to `read_old`. Moving a table to another schema keeps its name and those of its indexes.
create schema read;
create schema read_new;
create schema read_old;

grant usage on schema followers to festoon_runtime;
grant select, insert, update on followers.log to festoon_runtime;
grant select, insert on followers.caught_up_reactions to festoon_runtime;
grant select, insert, delete on followers.left_events to festoon_runtime;
grant select, insert, update, delete on followers.checkpoints, followers.rebuilds, followers.kept to festoon_runtime;
grant usage, create on schema read, read_new, read_old to festoon_runtime;
