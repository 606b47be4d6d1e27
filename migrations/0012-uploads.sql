-- Resumable uploads: those under way, and for a day those that are finished.
create schema uploads;

create table uploads.uploads (
  id uuid primary key,
  person uuid not null,
  purpose text not null,
  -- The id of what the file belongs to, which may have a prefix, as a gallery's.
  target_id text,
  file_name text not null,
  content_type text not null,
  size bigint not null,
  -- In lower-case hexadecimal, as announced by the browser.
  sha256 text not null,
  -- What the tus server stores about the upload.
  state jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The request that writes at present, until when its lock is valid, and whether another request waits for it.
  lock_token uuid,
  locked_until timestamptz,
  release_requested boolean not null default false
);
create index on uploads.uploads (person);
create index on uploads.uploads (created_at);

grant usage on schema uploads to festoon_runtime;
grant select, insert, update, delete on uploads.uploads to festoon_runtime;
