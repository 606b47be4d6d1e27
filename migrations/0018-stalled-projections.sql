-- A projection that stands still because of one event, and the events that an operator told it to pass over.
alter table followers.checkpoints
  -- the event its fold cannot take
  add column failed_at bigint,
  -- positions it passes over, also when it is rebuilt
  add column skipped bigint[] not null default '{}',
  -- when it first showed everything in the log: from then on it serves people, even while it stands still
  add column caught_up_at timestamptz;
