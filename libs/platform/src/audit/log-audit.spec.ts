import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { AuditedLog } from './audited-log.suite.ts';

let log: AuditedLog;

describe('a log of 4,000 events', () => {
  const streams = 80;
  const length = 50;
  const streamNamed = (stream: number) => `room-${stream}`;
  type Place = { position: string; stream: string; version: number };
  const placeOf = async (stream: string, version: number | 'last') => {
    const { rows } = await log.owner.query<Place>(
      `select position, stream, version from log.events where stream = $1 and ${version === 'last' ? 'true' : 'version = $2'}
       order by version desc limit 1`,
      version === 'last' ? [stream] : [stream, version],
    );
    const [row] = rows;
    if (!row) throw new Error('Event not found');
    return { ...row, position: BigInt(row.position) };
  };

  beforeAll(async () => {
    log = await AuditedLog.open();
    const events = Array.from({ length }, (_, i) =>
      i % 10 === 0
        ? ({ type: 'Signed', data: { person: `p-${i}`, name: `Ann ${i}` } } as const)
        : ({ type: 'Noted', data: { text: `“${i}” – ☕` } } as const),
    );
    const atOnce = 20;
    for (let from = 0; from < streams; from += atOnce)
      await Promise.all(Array.from({ length: atOnce }, (_, i) => log.append(streamNamed(from + i), 0, events)));
  });
  afterAll(() => log.close());

  test('has no findings, from any position and with any number of streams in memory', async () => {
    expect(await log.audit()).toMatchObject({ events: 4_000, through: 4_000n, findings: [] });
    expect(await log.audit({ from: 3_601n })).toMatchObject({ events: 400, through: 4_000n, findings: [] });
    expect(await log.audit({ from: 3_601n, streamsInMemory: 10 })).toMatchObject({ events: 400, findings: [] });
  });

  test('a verification reports its progress about once a second', async () => {
    const shares: number[] = [];
    let now = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => (now += 1.25));
    try {
      await log.audit({ from: 2_001n, onProgress: (done) => shares.push(done) });
    } finally {
      clock.mockRestore();
    }
    // 2,000 events, each of which takes 1.25 simulated milliseconds.
    expect(shares).toHaveLength(2);
    expect(shares[0]).toBeCloseTo(0.4, 1);
    expect(shares[1]).toBeCloseTo(0.8, 1);
  });

  test('every change is found with its position, and nothing else is reported', async () => {
    const data = await placeOf(streamNamed(10), 7);
    const origin = await placeOf(streamNamed(20), 8);
    const type = await placeOf(streamNamed(30), 9);
    const removedEvent = await placeOf(streamNamed(40), 10);
    const afterRemoved = await placeOf(streamNamed(40), 11);
    const removedLast = await placeOf(streamNamed(50), 'last');
    const [left, right] = [await placeOf(streamNamed(60), 3), await placeOf(streamNamed(61), 4)];
    await log.tamper(
      `update log.events set data = replace(data::text, 'text', 'texT')::json where position = ${data.position}`,
      `update log.events set origin = replace(origin::text, 'ann', 'ben')::json where position = ${origin.position}`,
      `update log.events set type = 'NoteD' where position = ${type.position}`,
      `delete from log.events where position in (${removedEvent.position}, ${removedLast.position})`,
      `update log.events set position = -1 where position = ${left.position}`,
      `update log.events set position = ${left.position} where position = ${right.position}`,
      `update log.events set position = ${right.position} where position = -1`,
      `insert into log.events select 4001, gen_random_uuid(), stream, version + 1, type, shape, data, origin, at, recorded_at,
         sha256('forged'), sha256('forged') from log.events where stream = '${streamNamed(70)}' and version = ${length}`,
    );
    const expected = [
      { position: data.position, stream: streamNamed(10), kind: 'content' },
      { position: origin.position, stream: streamNamed(20), kind: 'content' },
      { position: type.position, stream: streamNamed(30), kind: 'content' },
      { position: removedEvent.position, stream: null, kind: 'missing' },
      { position: afterRemoved.position, stream: streamNamed(40), kind: 'version' },
      { position: removedLast.position, stream: null, kind: 'missing' },
      { position: left.position, stream: streamNamed(61), kind: 'chain' },
      { position: right.position, stream: streamNamed(60), kind: 'chain' },
      { position: 4_001n, stream: streamNamed(70), kind: 'content' },
      { position: 4_001n, stream: streamNamed(70), kind: 'chain' },
    ].sort((a, b) => Number(a.position - b.position));
    expect((await log.audit()).found).toEqual(expected);
  });
});

describe('a small log', () => {
  beforeEach(async () => {
    log = await AuditedLog.open();
  });
  afterEach(() => log.close());

  test('has no findings when it is empty', async () => {
    expect(await log.audit()).toMatchObject({ events: 0, through: 0n, checkpoints: 0, findings: [] });
  });

  test('an event rewritten with its digest and hash breaks the hash chain at the next one', async () => {
    await log.write('a', 3);
    await log.tamper(
      `update log.events set type = 'Forged' where position = 2`,
      `update log.events set digest = sha256(convert_to('["' || id || '","a",2,"Forged",1,"' ||
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]' || E'\\n' || data::text || E'\\n' || origin::text, 'UTF8'))
         where position = 2`,
      `update log.events set hash = sha256((select hash from log.events where position = 1) || digest || int8send(2) ||
         int8send((extract(epoch from recorded_at) * 1000)::bigint)) where position = 2`,
    );
    const { findings } = await log.audit();
    expect(findings.map(({ position, kind, message }) => ({ position, kind, message }))).toEqual([
      {
        position: 3n,
        kind: 'chain',
        message: 'its hash is not that of the event after position 2 with this digest, position and time',
      },
    ]);
  });

  test('swapped events of one stream are found', async () => {
    await log.write('a', 4);
    await log.tamper(
      'update log.events set position = -1 where position = 2',
      'update log.events set position = 2 where position = 3',
      'update log.events set position = 3 where position = -1',
    );
    expect((await log.audit()).found).toEqual([
      { position: 2n, stream: 'a', kind: 'chain' },
      { position: 3n, stream: 'a', kind: 'chain' },
    ]);
  });

  test('a duplicate version in a stream is found', async () => {
    await log.write('a', 2);
    await log.tamper(
      'alter table log.events drop constraint events_stream_version_key',
      `insert into log.events select 3, gen_random_uuid(), stream, 2, type, shape, data, origin, at, recorded_at, digest, hash
         from log.events where position = 2`,
    );
    expect((await log.audit()).found).toContainEqual({ position: 3n, stream: 'a', kind: 'twice' });
  });

  test('a duplicate position and a gap of several positions are found', async () => {
    await log.write('a', 1);
    await log.write('b', 1);
    await log.write('c', 5);
    await log.tamper(
      'alter table log.events drop constraint events_pkey',
      'update log.events set position = 1 where position = 2',
      'delete from log.events where position in (3, 4, 5, 6)',
    );
    const { findings } = await log.audit();
    expect(findings).toContainEqual({
      position: 1n,
      stream: 'b',
      kind: 'twice',
      message: 'two events have position 1',
    });
    expect(findings).toContainEqual({
      position: 2n,
      stream: null,
      kind: 'missing',
      message: 'there are no events at positions 2 to 6',
    });
  });

  test('a time that decreases is found, although the hash chain is valid', async () => {
    await log.write('a', 1);
    await log.write('b', 1);
    await log.tamper(
      `update log.events set recorded_at = recorded_at - interval '1 hour' where position = 2`,
      `update log.events set hash = sha256(digest || int8send(2) || int8send((extract(epoch from recorded_at) * 1000)::bigint))
         where position = 2`,
    );
    expect((await log.audit()).found).toEqual([{ position: 2n, stream: 'b', kind: 'time' }]);
  });

  test('streams that were evicted from memory are read again', async () => {
    for (const version of [0, 1, 2]) for (const stream of ['a', 'b', 'c']) await log.write(stream, 600, version * 600);
    expect(await log.audit({ streamsInMemory: 1 })).toMatchObject({ events: 5_400, findings: [] });
    await log.tamper(`update log.events set hash = sha256('x') where stream = 'b' and version = 1200`);
    const found = [3_000n, 4_201n].map((position) => ({ position, stream: 'b', kind: 'chain' }));
    expect((await log.audit({ streamsInMemory: 1 })).found).toEqual(found);
  });
});
