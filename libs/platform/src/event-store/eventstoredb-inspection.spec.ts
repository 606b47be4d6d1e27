import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@eventstore/db-client';
import { describe, expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import type { Finding } from '#platform/event-store';
import { originOf } from '#platform/testing';
import { EventStoreDbInspector, linksOf } from './eventstoredb-inspection.ts';
import { type EventStoreDbRecord, isOwn, toRecords } from './eventstoredb-records.ts';
import type { UnrecordedEvent } from './stored-event.ts';

const ann: Actor = { id: 'ann', kind: 'user', role: 'client' };
const created = new Date('2026-11-01T00:00:00.000Z');

/** A stream's records as the server returns them, from a position on. */
const storedRecords = (stream: string, texts: readonly string[], from: number): readonly EventStoreDbRecord[] => {
  const events = texts.map(
    (text, i): UnrecordedEvent => ({
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
const inspect = (events: readonly (EventStoreDbRecord | undefined)[], from = 1n) => {
  const findings: Finding[] = [];
  const inspector = new EventStoreDbInspector({
    from,
    onEvent: () => undefined,
    onFinding: (finding) => findings.push(finding),
  });
  for (const record of events) if (record) inspector.inspect(record);
  return {
    events: inspector.result.events,
    found: findings.map(({ position, stream, kind }) => ({ position, stream, kind })),
  };
};
const changedRecord = (
  record: EventStoreDbRecord | undefined,
  changes: Partial<EventStoreDbRecord['event']>,
): EventStoreDbRecord | undefined =>
  record && { ...record, event: { ...record.event, ...changes } as EventStoreDbRecord['event'] };

describe('a log in EventStoreDB', () => {
  const [one, two, three] = storedRecords('a', ['one', 'two', 'three'], 100);
  const [other] = storedRecords('b', ['else'], 200);

  test('has no findings when it is unchanged', () => {
    expect(inspect([one, two, three, other])).toEqual({ events: 4, found: [] });
    expect(inspect([one, two, three, other], 115n)).toEqual({ events: 2, found: [] });
  });

  test('a changed event is found by its position', () => {
    const found = [{ position: 110n, stream: 'a', kind: 'chain' }];
    expect(inspect([one, changedRecord(two, { data: { text: 'Two' } }), three]).found).toEqual(found);
    expect(inspect([one, changedRecord(two, { type: 'Noticed' }), three]).found).toEqual(found);
    const links = linksOf(
      [one, changedRecord(two, { data: { text: 'Two' } }), three].filter((each) => each !== undefined),
    );
    expect(links.map(({ position, version, unchanged }) => [position, version, unchanged])).toEqual([
      [100n, 1, true],
      [110n, 2, false],
      [120n, 3, true],
    ]);
    const origin = {
      ...(two?.event.metadata as object),
      origin: originOf({ ...ann, id: 'ben' }),
    } as EventStoreDbRecord['event']['metadata'];
    expect(inspect([one, changedRecord(two, { metadata: origin }), three]).found).toEqual(found);
  });

  test('a missing event is found at the event that follows it', () => {
    expect(inspect([one, three, other]).found).toEqual([{ position: 120n, stream: 'a', kind: 'version' }]);
    expect(inspect([two, three]).found).toEqual([{ position: 110n, stream: 'a', kind: 'version' }]);
  });

  test('a time that decreases is found', () => {
    const lateRecord = changedRecord(other, { created: new Date('2026-10-01T00:00:00.000Z') });
    expect(inspect([one, lateRecord]).found).toEqual([{ position: 200n, stream: 'b', kind: 'time' }]);
  });
});
