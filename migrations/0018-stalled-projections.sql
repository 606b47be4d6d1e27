-- A projection that has stopped at one event, and the events that an operator has chosen to skip.
alter table followers.checkpoints
  -- the position of the event at which its fold fails
  add column failed_at bigint,
  -- positions that it skips, also in a rebuild
  add column skipped bigint[] not null default '{}',
  -- when it first showed the whole log: from then on it is read even while it has stopped
  add column caught_up_at timestamptz;
