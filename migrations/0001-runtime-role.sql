-- The role that the product runs as. Each of the following files grants it what it needs: it can add to the event log and
-- read it, but not change it, and it owns its read tables.
do $$
begin
  create role festoon_runtime nologin;
exception
  -- Roles belong to the server, so another database on it may have created this one.
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant festoon_runtime to %I', current_user);
end $$;
