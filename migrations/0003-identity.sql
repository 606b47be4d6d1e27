-- What identity keeps as rows: secrets, and what changes with every request. What happened is in the log.
create schema identity;

create table identity.credentials (
  user_id uuid primary key,
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  -- what the browser keeps with the account; never trusted
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- null while the sign-up is under way: the address is reserved, the event not known to be written
  registered_at timestamptz(3),
  email_verified_at timestamptz(3),
  last_sign_in_at timestamptz(3)
);

create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  -- sealed; signs this session's refresh tokens
  refresh_key bytea not null,
  refresh_counter integer not null default 0,
  refreshed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- null: it ends only when somebody ends it
  not_after timestamptz(3),
  aal text not null check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  user_agent text,
  ip text
);
create index on identity.sessions (user_id);

-- Key pairs that sign access tokens. The newest that signs already signs; all that are still valid verify.
create table identity.signing_keys (
  kid text primary key,
  public_key jsonb not null,
  -- sealed
  private_key bytea not null,
  signs_from timestamptz(3) not null,
  verifies_until timestamptz(3)
);

grant usage on schema identity to festoon_runtime;
grant select, insert, update, delete on all tables in schema identity to festoon_runtime;
