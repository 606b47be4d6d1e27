-- The mailbox, which stores mails if no mail server is configured.
create schema mail;

create table mail.messages (
  -- In the order in which they were sent.
  number bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  -- Whose personal data it contains; the erasure of that person deletes it.
  person text,
  recipient text not null,
  subject text not null,
  body text not null,
  html text not null,
  sent_at timestamptz not null default now()
);
create index on mail.messages (person);

grant usage on schema mail to festoon_runtime;
grant select, insert, update, delete on mail.messages to festoon_runtime;
