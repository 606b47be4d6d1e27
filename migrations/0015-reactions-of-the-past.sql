-- Reactions that were told what happened before there was such a reaction.
create table followers.told (
  reaction text primary key,
  told_at timestamptz not null default now()
);
grant select, insert on followers.told to festoon_runtime;
