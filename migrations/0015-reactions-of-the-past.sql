-- Catch-up reactions that have run for all events from before they existed.
create table followers.caught_up_reactions (
  reaction text primary key,
  caught_up_at timestamptz not null default now()
);
grant select, insert on followers.caught_up_reactions to festoon_runtime;
