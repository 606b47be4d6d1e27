-- The role the product runs as: it may add to the log and read it, and owns its read tables.
do $$
begin
  create role festoon_runtime nologin;
exception
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant festoon_runtime to %I', current_user);
end $$;

grant usage on schema log, personal_data, followers to festoon_runtime;
grant usage, create on schema read to festoon_runtime;
grant select, insert on log.events to festoon_runtime;
grant select, insert, update on personal_data.keys to festoon_runtime;
grant select, insert, delete on personal_data.streams to festoon_runtime;
grant select, insert, update, delete on followers.checkpoints to festoon_runtime;
