-- What was done in the world because of an event and must not be done twice: the line stands before the deed.
create schema effects;

create table effects.ledger (
  -- the event's id, or the request's
  cause text not null,
  kind text not null,
  begun_at timestamptz not null default now(),
  -- null: under way, or its process died while at it
  done_at timestamptz,
  primary key (cause, kind)
);

-- What the mailbox keeps where no mail server is set: newest last. Nothing leaves this database.
create schema mail;

create table mail.messages (
  number bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  -- whose data it holds, so that it goes when they go
  person text,
  recipient text not null,
  subject text not null,
  body text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index on mail.messages (person);

-- How often something was asked for, by hashed keys. Worth nothing after a crash, so it is not logged.
create schema limits;

create unlogged table limits.counts (
  key bytea primary key,
  taken integer not null,
  until timestamptz not null
);
create index on limits.counts (until);

grant usage on schema effects, mail, limits to festoon_runtime;
grant select, insert, update, delete on all tables in schema effects, mail, limits to festoon_runtime;
