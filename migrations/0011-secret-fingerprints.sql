-- Which secrets this database was used with first. A start with others is refused, because they cannot decrypt what is in it.
create schema secrets;

create table secrets.fingerprints (
  name text primary key,
  -- An HMAC under the secret, from which the secret cannot be computed.
  fingerprint bytea not null
);

grant usage on schema secrets to festoon_runtime;
grant select, insert on secrets.fingerprints to festoon_runtime;
