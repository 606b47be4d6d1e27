-- The request that was made under each idempotency key, so that a key cannot be used for another request. That a repeated
-- request changes nothing is ensured by the ids of its events.
create schema requests;

create table requests.keys (
  key text primary key,
  sha256 bytea not null,
  first_used_at timestamptz not null default now()
);
create index on requests.keys (first_used_at);

grant usage on schema requests to festoon_runtime;
grant select, insert, update, delete on requests.keys to festoon_runtime;
