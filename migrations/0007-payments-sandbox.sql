-- The data of the sandbox payment provider, which a real provider keeps on its side. Only the payments gateway reads it.
create schema sandbox;

create table sandbox.checkouts (
  id text primary key,
  idempotency_key text not null unique,
  payment_id text not null,
  reference text not null,
  amount integer not null check (amount > 0),
  currency text not null,
  description text not null,
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'cancelled', 'expired')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create table sandbox.charges (
  id text primary key,
  checkout_id text not null references sandbox.checkouts,
  amount integer not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index charges_checkout_id on sandbox.charges (checkout_id);

create table sandbox.refunds (
  id text primary key,
  idempotency_key text not null unique,
  charge_id text not null references sandbox.charges,
  amount integer not null check (amount > 0),
  created_at timestamptz not null default now()
);
create index refunds_charge_id on sandbox.refunds (charge_id);

-- Webhooks. Each is sent again until it is acknowledged.
create table sandbox.events (
  id text primary key,
  body text not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);

grant usage on schema sandbox to festoon_runtime;
grant select, insert, update on all tables in schema sandbox to festoon_runtime;
