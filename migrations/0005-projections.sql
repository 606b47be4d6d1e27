-- What operators say of a projection, and who last used it.
alter table followers.checkpoints
  add column paused_at timestamptz,
  -- why the fold stands still: its own error, and the events it met it at
  add column failure text,
  -- when a process that has this projection last ran: tables that no release uses any more can go
  add column used_at timestamptz not null default now();

-- Rebuilds under way, and those that were killed.
create table followers.rebuilds (
  name text primary key,
  -- the table in read_new holds everything through here; 0: there is none yet
  position bigint not null default 0,
  -- how far the fold in memory has come, and how far it has to
  folded bigint not null default 0,
  through bigint not null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Tables in read_old that a rebuild or a rollback replaced; they hold everything through `position`.
create table followers.kept (
  name text primary key,
  position bigint not null,
  kept_at timestamptz not null default now()
);

-- A table changes places by changing schemas: its name and those of its indexes stay.
create schema read_new;
create schema read_old;

grant usage, create on schema read_new, read_old to festoon_runtime;
grant select, insert, update, delete on followers.rebuilds, followers.kept to festoon_runtime;
