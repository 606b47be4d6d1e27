-- The event log. Rows are inserted by log.append and never changed: a trigger refuses that, also to the owner.
create schema log;

create table log.events (
  position bigint primary key,
  id uuid not null unique,
  stream text not null,
  version integer not null,
  type text not null,
  shape smallint not null,
  -- json, not jsonb: the hash covers exactly these bytes.
  data json not null,
  origin json not null,
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  digest bytea not null,
  hash bytea not null,
  unique (stream, version)
);

create function log.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log is append-only' using errcode = 'insufficient_privilege';
end $$;

create trigger events_are_never_changed before update or delete or truncate on log.events
  for each statement execute function log.refuse_change();

/*
 * Appends to several streams in one call; each append succeeds or fails by itself. A stream occurs at most once per call.
 * The lock is held until the commit, so positions have no gaps and follow the order of the commits.
 *
 * streams, expected, counts: one entry per append: the stream, the version it must have, and the number of its events.
 * ids, types, shapes, datas, origins, ats, digests: one entry per event, in the order of the appends.
 * people, holding: pairs of a person and a stream that contains their personal data.
 *
 * outcome: 'written', 'known' (the stream already contains the last event; last_position is where) or 'conflict'.
 * last_position: the position of the last event of the append. head: the version of the stream afterwards.
 *
 * hash = sha256(hash of the previous event of the stream, digest, position, recorded_at in milliseconds)
 */
create function log.append(
  streams text[], expected integer[], counts integer[],
  ids uuid[], types text[], shapes smallint[], datas text[], origins text[], ats timestamptz[], digests bytea[],
  people text[], holding text[]
) returns table (outcome text, last_position bigint, head integer) language plpgsql as $$
declare
  newest record;
  log_head bigint;
  first integer := 1;
  previous record;
  chain bytea;
  now_ms timestamptz(3);
  indexes integer[] := '{}';
  positions bigint[] := '{}';
  hashes bytea[] := '{}';
  versions integer[] := '{}';
  event_streams text[] := '{}';
begin
  perform pg_advisory_xact_lock(7310579);
  select e.position, e.recorded_at into newest from log.events e order by e.position desc limit 1;
  log_head := coalesce(newest.position, 0);
  -- Never earlier than the previous event, even if the clock was set back.
  now_ms := greatest(clock_timestamp(), newest.recorded_at);

  for a in 1 .. cardinality(streams) loop
    select e.version, e.hash into previous from log.events e
      where e.stream = streams[a] order by e.version desc limit 1;
    head := coalesce(previous.version, 0);

    if head <> expected[a] then
      select e.position into last_position from log.events e
        where e.id = ids[first + counts[a] - 1] and e.stream = streams[a];
      outcome := case when found then 'known' else 'conflict' end;
    else
      outcome := 'written';
      chain := coalesce(previous.hash, ''::bytea);
      for i in first .. first + counts[a] - 1 loop
        log_head := log_head + 1;
        head := head + 1;
        chain := sha256(chain || digests[i] || int8send(log_head) || int8send((extract(epoch from now_ms) * 1000)::bigint));
        indexes := indexes || i;
        positions := positions || log_head;
        versions := versions || head;
        hashes := hashes || chain;
        event_streams := event_streams || streams[a];
      end loop;
      last_position := log_head;
    end if;
    first := first + counts[a];
    return next;
  end loop;

  if cardinality(indexes) > 0 then
    insert into log.events (position, id, stream, version, type, shape, data, origin, at, recorded_at, digest, hash)
      select n.position, ids[n.i], n.stream, n.version, types[n.i], shapes[n.i], datas[n.i]::json, origins[n.i]::json,
             ats[n.i], now_ms, digests[n.i], n.hash
      from unnest(indexes, positions, versions, hashes, event_streams) as n (i, position, version, hash, stream);
    perform pg_notify('log', log_head::text);
  end if;

  if cardinality(people) > 0 then
    insert into personal_data.streams (person, stream)
      select h.person, h.stream from unnest(people, holding) as h (person, stream) on conflict do nothing;
  end if;
end $$;

-- The identity of the log: the database that uses it first writes its own identity into it. A log in Postgres has it here, a log in
-- EventStoreDB in a stream.
create table log.identity (
  singleton boolean primary key default true check (singleton),
  id uuid not null
);

grant usage on schema log to festoon_runtime;
grant select, insert on log.events, log.identity to festoon_runtime;
