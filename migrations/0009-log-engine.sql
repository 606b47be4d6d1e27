-- Which engine keeps the log that the checkpoints and read tables of this database follow.
create table followers.log (
  single boolean primary key default true check (single),
  engine text not null
);

-- Whatever was written before there was a choice is in Postgres.
insert into followers.log (engine) select 'postgres' where exists (select from log.events);

grant select, insert on followers.log to festoon_runtime;
