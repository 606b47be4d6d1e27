-- How well leads fit professionals. Computed by jobs from read tables, and can be computed again at any time.
create schema matching;

create table matching.scores (
  creator_id text not null,
  lead_id text not null,
  score smallint not null,
  -- When the lead was posted, to sort leads with the same score.
  posted_at timestamptz not null,
  factors jsonb not null,
  version smallint not null,
  -- When the data was read that the score is computed from. A job that read earlier does not replace it.
  read_at timestamptz not null,
  primary key (creator_id, lead_id)
);
create index on matching.scores (creator_id, score desc, posted_at desc, lead_id desc);
create index on matching.scores (lead_id);

-- Up to which position of the event log the scores of a professional take their profile into account.
create table matching.professionals (
  creator_id text primary key,
  position bigint not null,
  -- When the data was read that all scores of the professional were last computed from. A job that read a lead and its
  -- professionals earlier does not add a score that this computation left out.
  read_at timestamptz not null default '-infinity'
);

-- Leads whose scores were removed, and when. A job that read its data before that does not add their scores again.
create table matching.removed_leads (
  lead_id text primary key,
  removed_at timestamptz not null
);

grant usage on schema matching to festoon_runtime;
grant select, insert, update, delete on all tables in schema matching to festoon_runtime;
