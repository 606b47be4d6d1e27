-- The log. Rows are written once, by log.append, and never changed: triggers refuse the rest to everybody.
create schema log;

create table log.events (
  position bigint primary key,
  id uuid not null unique,
  stream text not null,
  version integer not null,
  type text not null,
  shape smallint not null,
  -- json, not jsonb: the hash is over these very bytes
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
 * Appends a batch of appends; each one succeeds or fails alone. The lock is held until commit, so positions are dense and
 * their order is the order of commit. Within a batch a stream stands at most once.
 *
 * outcome: 'written' | 'known' (the first id was appended to this stream before: its old place is answered) | 'conflict'.
 * head: the version the stream is at afterwards.
 * people and holding: whose personal data stands in which stream from now on.
 * hash = sha256(hash of the event before in the stream, digest, position, recorded_at in ms)
 */
create function log.append(
  streams text[], expected integer[], counts integer[],
  ids uuid[], types text[], shapes smallint[], datas text[], origins text[], ats timestamptz[], digests bytea[],
  people text[], holding text[]
) returns table (outcome text, last_position bigint, head integer) language plpgsql as $$
declare
  newest record;
  tail bigint;
  first integer := 1;
  previous record;
  chain bytea;
  now_ms timestamptz(3);
  take integer[] := '{}';
  positions bigint[] := '{}';
  hashes bytea[] := '{}';
  versions integer[] := '{}';
  owners text[] := '{}';
begin
  perform pg_advisory_xact_lock(7310579);
  select e.position, e.recorded_at into newest from log.events e order by e.position desc limit 1;
  tail := coalesce(newest.position, 0);
  -- A clock that is set back does not turn the order of the log round.
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
        tail := tail + 1;
        head := head + 1;
        chain := sha256(chain || digests[i] || int8send(tail) || int8send((extract(epoch from now_ms) * 1000)::bigint));
        take := take || i;
        positions := positions || tail;
        versions := versions || head;
        hashes := hashes || chain;
        owners := owners || streams[a];
      end loop;
      last_position := tail;
    end if;
    first := first + counts[a];
    return next;
  end loop;

  if cardinality(take) > 0 then
    insert into log.events (position, id, stream, version, type, shape, data, origin, at, recorded_at, digest, hash)
      select n.position, ids[n.i], n.stream, n.version, types[n.i], shapes[n.i], datas[n.i]::json, origins[n.i]::json,
             ats[n.i], now_ms, digests[n.i], n.hash
      from unnest(take, positions, versions, hashes, owners) as n (i, position, version, hash, stream);
    perform pg_notify('log', tail::text);
  end if;

  if cardinality(people) > 0 then
    insert into personal_data.streams (person, stream)
      select h.person, h.stream from unnest(people, holding) as h (person, stream) on conflict do nothing;
  end if;
end $$;

-- Keys that decrypt personal data, one a person. A key that is null was erased, and stays so.
create schema personal_data;

create table personal_data.keys (
  person text primary key,
  key bytea,
  created_at timestamptz not null default now(),
  erased_at timestamptz
);

-- Which streams hold whose data, so that an erasure folds only those again.
create table personal_data.streams (
  person text not null,
  stream text not null,
  primary key (person, stream)
);

-- How far each follower of the log has come.
create schema followers;

create table followers.checkpoints (
  name text primary key,
  position bigint not null,
  updated_at timestamptz not null default now()
);

-- Read tables; each projection makes its own.
create schema read;
