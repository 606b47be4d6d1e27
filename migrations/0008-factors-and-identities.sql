-- A refresh token older than this count is never renewed again: it was made before a second factor was given.
alter table identity.sessions add column refresh_floor integer not null default 0;

-- Who signed up at a provider has no password until they set one, and no e-mail identity.
alter table identity.credentials
  alter column password_hash drop not null,
  add column email_identity boolean not null default true,
  add column suspended_at timestamptz(3);

create table identity.factors (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  kind text not null check (kind in ('totp', 'webauthn')),
  friendly_name text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- totp: sealed
  secret bytea,
  -- totp: the newest 30-second step whose code was taken; this one and older ones are not taken again
  last_step bigint not null default 0,
  -- webauthn
  credential_id text unique,
  credential_key bytea,
  credential_counter bigint not null default 0,
  credential_transports jsonb,
  aaguid uuid,
  -- since the last right one
  wrong_codes smallint not null default 0,
  blocked_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_challenged_at timestamptz(3)
);
create index on identity.factors (user_id);

-- Each is good once.
create table identity.factor_challenges (
  id uuid primary key,
  factor_id uuid not null references identity.factors on delete cascade,
  -- webauthn: what the authenticator signs
  challenge text,
  ip text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on identity.factor_challenges (factor_id);

-- How people sign in besides e-mail: who they are at an OpenID provider.
create table identity.identities (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  provider text not null,
  -- the provider's id for them
  subject text not null,
  email text check (email = lower(email)),
  data jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  unique (provider, subject)
);
create index on identity.identities (user_id);

-- Somebody was sent to a provider; its id is the `state` they come back with, once.
create table identity.oauth_states (
  id uuid primary key,
  provider text not null,
  -- sealed: what the provider's code and token must fit
  secrets bytea not null,
  redirect_to text not null,
  -- PKCE of the one who asked; without it the browser is known by a cookie, whose sha256 this is
  challenge text,
  challenge_method text,
  cookie_hash bytea,
  -- whose account it is to be linked to; null for a sign-in
  linking_user_id uuid references identity.credentials on delete cascade,
  linking_session_id uuid references identity.sessions on delete cascade,
  -- what a new account is made with
  sign_up jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on identity.oauth_states (expires_at);
create index on identity.oauth_states (linking_user_id);
create index on identity.oauth_states (linking_session_id);

grant select, insert, update, delete
  on identity.factors, identity.factor_challenges, identity.identities, identity.oauth_states to festoon_runtime;
