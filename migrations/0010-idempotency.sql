-- What was asked under which idempotency key, so that a key is not used for something else. Ids in the log make the rest safe.
create schema requests;

create table requests.keys (
  key text primary key,
  sha256 bytea not null,
  asked_at timestamptz not null default now()
);
create index keys_asked_at on requests.keys (asked_at);

grant usage on schema requests to festoon_runtime;
grant select, insert, update, delete on requests.keys to festoon_runtime;
