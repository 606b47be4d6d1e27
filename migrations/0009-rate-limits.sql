-- Rate limits, counted per hashed key. Unlogged for speed: the counts may be lost in a crash.
create schema limits;

create unlogged table limits.counts (
  key bytea primary key,
  taken integer not null,
  until timestamptz not null
);
create index on limits.counts (until);

grant usage on schema limits to festoon_runtime;
grant select, insert, update, delete on limits.counts to festoon_runtime;
