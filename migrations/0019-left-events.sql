-- Events that an older release did not know when it added the jobs of reactions. A process of the release that knows them adds their
-- jobs and removes the rows.
create table followers.left_events (
  position bigint primary key
);
grant select, insert, delete on followers.left_events to festoon_runtime;
