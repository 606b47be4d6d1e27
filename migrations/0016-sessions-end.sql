-- A session ends 60 days after it was last renewed and a year after it began. Those that began without an end get theirs.
update identity.sessions set not_after = least(refreshed_at + interval '60 days', created_at + interval '365 days')
where not_after is null;
create index on identity.sessions (not_after);
