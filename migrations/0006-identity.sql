-- What identity keeps outside of the event log: secrets, and what changes with every request.
create schema identity;

create table identity.credentials (
  user_id uuid primary key,
  email text not null unique check (email = lower(email)),
  -- Null: the account was created through an identity provider and no password has been set.
  password_hash text,
  -- When the password was last set. A recovery link that was followed earlier cannot set another one.
  password_set_at timestamptz,
  -- Whether the account has an identity by email, besides those at identity providers.
  email_identity boolean not null default true,
  -- Stored by the browser with the account; never trusted.
  metadata jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Null while the sign-up is under way: the address is reserved, but the event may not have been written.
  registered_at timestamptz(3),
  email_verified_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  email_change_sent_at timestamptz(3),
  -- The requested address, until it is confirmed.
  new_email text check (new_email = lower(new_email)),
  suspended_at timestamptz(3),
  -- Set before the erasure is written to the log: an account without it has certainly not been erased.
  erasure_requested_at timestamptz
);
-- Searches leave out suspended users, who are few.
create index on identity.credentials (user_id) where suspended_at is not null;

create table identity.sessions (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  -- Sealed; signs the refresh tokens of this session.
  refresh_key bytea not null,
  refresh_counter integer not null default 0,
  -- Refresh tokens with a lower counter are never renewed: they were issued before a second factor was given.
  refresh_floor integer not null default 0,
  refreshed_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  -- 60 days after the last refresh, and at most a year after the sign-in.
  not_after timestamptz(3),
  aal text not null check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  user_agent text,
  ip text
);
create index on identity.sessions (user_id);
create index on identity.sessions (not_after);

-- Key pairs for access tokens. The newest whose signs_from has passed signs; all that are still valid verify.
create table identity.signing_keys (
  kid text primary key,
  public_key jsonb not null,
  -- Sealed.
  private_key bytea not null,
  signs_from timestamptz(3) not null,
  verifies_until timestamptz(3)
);

-- Sign-ins that continue in another request, with the PKCE challenge and the data that their code is exchanged for.
create table identity.flow_states (
  id uuid primary key,
  method text not null,
  challenge text not null,
  challenge_method text not null check (challenge_method in ('s256', 'plain')),
  -- Null until it is known who signs in.
  user_id uuid references identity.credentials on delete cascade,
  -- Further values that this kind of sign-in needs.
  data jsonb not null default '{}',
  -- SHA-256 of the code; null until there is one.
  code_hash bytea unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on identity.flow_states (expires_at);
create index on identity.flow_states (user_id);

-- Codes and links that prove an email address. Each can be used once; a new one replaces the previous one of its kind.
create table identity.one_time_tokens (
  user_id uuid not null references identity.credentials on delete cascade,
  kind text not null,
  -- The address it was sent to, in lower case.
  address text not null,
  -- Peppered hashes, from which the code and the link cannot be computed.
  code_hash bytea not null,
  link_hash bytea not null unique,
  -- The number of wrong codes entered. Links are too long to be guessed.
  wrong_codes smallint not null default 0,
  flow_id uuid references identity.flow_states on delete set null,
  expires_at timestamptz(3) not null,
  primary key (user_id, kind)
);
create index on identity.one_time_tokens (address, kind);
create index on identity.one_time_tokens (flow_id);

-- The devices and networks from which a person has signed in, each hashed together with the person.
create table identity.devices (
  user_id uuid not null references identity.credentials on delete cascade,
  fingerprint bytea not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, fingerprint)
);

-- Second factors.
create table identity.factors (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  kind text not null check (kind in ('totp', 'webauthn')),
  friendly_name text not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- TOTP: the sealed secret, and the newest 30-second step whose code was accepted. Codes of that step and of earlier
  -- ones are refused.
  secret bytea,
  last_step bigint not null default 0,
  -- WebAuthn.
  credential_id text unique,
  credential_key bytea,
  credential_counter bigint not null default 0,
  credential_transports jsonb,
  aaguid uuid,
  -- The number of wrong codes since the last correct one.
  wrong_codes smallint not null default 0,
  blocked_until timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_challenged_at timestamptz(3)
);
create index on identity.factors (user_id);

-- Each challenge can be used once.
create table identity.factor_challenges (
  id uuid primary key,
  factor_id uuid not null references identity.factors on delete cascade,
  -- WebAuthn: what the authenticator signs.
  challenge text,
  ip text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index on identity.factor_challenges (factor_id);

-- Accounts at identity providers that can sign in to an account here.
create table identity.identities (
  id uuid primary key,
  user_id uuid not null references identity.credentials on delete cascade,
  provider text not null,
  -- The provider's id for the person.
  subject text not null,
  email text check (email = lower(email)),
  data jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  last_sign_in_at timestamptz(3),
  unique (provider, subject)
);
create index on identity.identities (user_id);

-- Sign-ins under way at an identity provider. The id is the `state` with which the browser returns, once.
create table identity.oauth_states (
  id uuid primary key,
  provider text not null,
  -- Sealed: the nonce and the PKCE verifier that the provider's response is checked against.
  secrets bytea not null,
  redirect_to text not null,
  -- The PKCE challenge of the client. Without one the browser is recognised by a cookie, whose SHA-256 is cookie_hash.
  challenge text,
  challenge_method text,
  cookie_hash bytea,
  -- The account and session that the identity will be linked to; null for a sign-in.
  linking_user_id uuid references identity.credentials on delete cascade,
  linking_session_id uuid references identity.sessions on delete cascade,
  -- What a new account is created with.
  sign_up jsonb not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on identity.oauth_states (expires_at);
create index on identity.oauth_states (linking_user_id);
create index on identity.oauth_states (linking_session_id);

grant usage on schema identity to festoon_runtime;
grant select, insert, update, delete on all tables in schema identity to festoon_runtime;
