-- Codes and links that prove an address, each good once and for an hour; and what waits for a proof.
alter table identity.credentials
  add column confirmation_sent_at timestamptz(3),
  add column recovery_sent_at timestamptz(3),
  add column reauthentication_sent_at timestamptz(3),
  add column email_change_sent_at timestamptz(3),
  -- asked for, and not yet confirmed
  add column new_email text check (new_email = lower(new_email));

-- A sign-in that goes on in another request: what its code is worth, and the challenge that its verifier must meet.
create table identity.flow_states (
  id uuid primary key,
  method text not null,
  challenge text not null,
  challenge_method text not null check (challenge_method in ('s256', 'plain')),
  -- who signs in; null until that is known
  user_id uuid references identity.credentials on delete cascade,
  -- what else the kind of sign-in keeps
  data jsonb not null default '{}',
  -- sha256 of the code, once there is one
  code_hash bytea unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on identity.flow_states (expires_at);
create index on identity.flow_states (user_id);

-- A newer one of a kind replaces the older one.
create table identity.one_time_tokens (
  user_id uuid not null references identity.credentials on delete cascade,
  kind text not null,
  -- where it was sent, lower case
  address text not null,
  -- peppered hashes: neither leads back to what was sent
  code_hash bytea not null,
  link_hash bytea not null unique,
  -- wrong codes tried; links are too long to be guessed
  wrong_codes smallint not null default 0,
  flow_id uuid references identity.flow_states on delete set null,
  expires_at timestamptz(3) not null,
  primary key (user_id, kind)
);
create index on identity.one_time_tokens (address, kind);
create index on identity.one_time_tokens (flow_id);

-- Where somebody has signed in from before: browser and system, hashed with the person.
create table identity.devices (
  user_id uuid not null references identity.credentials on delete cascade,
  fingerprint bytea not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, fingerprint)
);

grant select, insert, update, delete on identity.flow_states, identity.one_time_tokens, identity.devices to festoon_runtime;
