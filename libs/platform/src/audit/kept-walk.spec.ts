import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { RecordedEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { AuditCheckpoints, type Finding, LogAudit } from '#platform/audit';
import { Config } from '#platform/config';
import { EventStore } from '#platform/event-store';
import { eventually, originOf, TestApp } from '#platform/testing';
import { isOwn, type KeptEvent, toRecords } from '../event-store/eventstoredb-records.ts';
import type { Unplaced } from '../event-store/stored-event.ts';
import { checkpointPaths, readCheckpoints } from './checkpoint-files.ts';
import { KeptWalk } from './kept-walk.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const created = new Date('2026-11-01T00:00:00.000Z');

/** A stream as the server gives it back, from a position on. */
const keep = (stream: string, texts: readonly string[], from: number): readonly KeptEvent[] => {
  const events = texts.map(
    (text, i): Unplaced => ({
      ...originOf(ann),
      id: randomUUID(),
      stream,
      version: i + 1,
      type: 'Noted',
      shape: 1,
      data: { text },
      at: created.toISOString(),
    }),
  );
  return toRecords(events, '').records.map((record, i) => {
    const event = {
      ...record,
      streamId: stream,
      revision: BigInt(i),
      created,
      isJson: true,
    } as unknown as RecordedEvent;
    if (!isOwn(event)) throw new Error('Not one of ours');
    return { event, stream, position: BigInt(from + i * 10) };
  });
};
const walked = (events: readonly (KeptEvent | undefined)[], from = 1n) => {
  const findings: Finding[] = [];
  const walk = new KeptWalk((finding) => findings.push(finding), from);
  for (const kept of events) if (kept) walk.see(kept);
  return { events: walk.events, found: findings.map(({ position, stream, kind }) => ({ position, stream, kind })) };
};
const changed = (kept: KeptEvent | undefined, changes: Partial<KeptEvent['event']>): KeptEvent | undefined =>
  kept && { ...kept, event: { ...kept.event, ...changes } as KeptEvent['event'] };

describe('a log in EventStoreDB', () => {
  const [one, two, three] = keep('a', ['one', 'two', 'three'], 100);
  const [other] = keep('b', ['else'], 200);

  test('is proved right', () => {
    expect(walked([one, two, three, other])).toEqual({ events: 4, found: [] });
    expect(walked([one, two, three, other], 115n)).toEqual({ events: 2, found: [] });
  });

  test('what was changed is found by its position', () => {
    const found = [{ position: 110n, stream: 'a', kind: 'chain' }];
    expect(walked([one, changed(two, { data: { text: 'Two' } }), three]).found).toEqual(found);
    expect(walked([one, changed(two, { type: 'Noticed' }), three]).found).toEqual(found);
    const origin = {
      ...(two?.event.metadata as object),
      origin: originOf({ ...ann, id: 'ben' }),
    } as KeptEvent['event']['metadata'];
    expect(walked([one, changed(two, { metadata: origin }), three]).found).toEqual(found);
  });

  test('what is gone is found where it is missed', () => {
    expect(walked([one, three, other]).found).toEqual([{ position: 120n, stream: 'a', kind: 'version' }]);
    expect(walked([two, three]).found).toEqual([{ position: 110n, stream: 'a', kind: 'version' }]);
  });

  test('time that goes back is found', () => {
    const late = changed(other, { created: new Date('2026-10-01T00:00:00.000Z') });
    expect(walked([one, late]).found).toEqual([{ position: 200n, stream: 'b', kind: 'time' }]);
  });
});

if (process.env.EVENTSTORE_URL)
  describe('the log of a real EventStoreDB', () => {
    let site: TestApp;
    let app: TestApp['app'];
    beforeAll(async () => {
      const settings = { EVENT_STORE: 'eventstoredb', EVENTSTORE_URL: process.env.EVENTSTORE_URL ?? '' };
      site = await TestApp.start({ settings: { ...settings, EVENTSTORE_PREFIX: `t-${randomUUID()}` }, follows: false });
      app = site.app;
    });
    afterAll(() => site.stop());
    const write = (stream: string) =>
      site.as(ann, () =>
        app.get(EventStore).append(stream, 0, [
          { type: 'Noted', data: { text: 'one' } },
          { type: 'Noted', data: { text: 'two' } },
        ]),
      );

    test('is proved right and agrees with its checkpoints', async () => {
      await write('a');
      const first = await app.get(AuditCheckpoints).write();
      await write('b');
      const second = await app.get(AuditCheckpoints).write();
      expect(second).toMatchObject({ previous: first?.hash, position: await app.get(EventStore).head() });
      const findings: Finding[] = [];
      const report = await app.get(LogAudit).verify((finding) => findings.push(finding));
      expect(findings).toEqual([]);
      expect(report).toEqual({ events: 4, through: second?.position, checkpoints: 2 });
    });

    test('is signed by a process that works, by itself', async () => {
      const checkpoints = () => readCheckpoints(checkpointPaths(app.get(Config).dataFolder).checkpoints);
      rmSync(checkpointPaths(app.get(Config).dataFolder).checkpoints);
      app.get(AuditCheckpoints).follow();
      await eventually(() => checkpoints().length > 0);
      expect(checkpoints()).toMatchObject([{ previous: null, position: await app.get(EventStore).head() }]);
    });
  });
else {
  console.warn('the audit of a real EventStoreDB is skipped: EVENTSTORE_URL is not set');
  test.skip('the log of a real EventStoreDB (set EVENTSTORE_URL)', () => undefined);
}
