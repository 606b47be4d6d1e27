-- The keys that decrypt personal data, one per person, each encrypted with PERSONAL_DATA_KEY. Erasure sets the key to null
-- permanently.
create schema personal_data;

create table personal_data.keys (
  person text primary key,
  key bytea,
  created_at timestamptz not null default now(),
  erased_at timestamptz
);

-- Which streams contain whose personal data: after an erasure only their rows are folded again.
create table personal_data.streams (
  person text not null,
  stream text not null,
  primary key (person, stream)
);

grant usage on schema personal_data to festoon_runtime;
grant select, insert, update on personal_data.keys to festoon_runtime;
grant select, insert, delete on personal_data.streams to festoon_runtime;
