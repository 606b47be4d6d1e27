import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type Facts, type Projection, type Recorded, type Upcasts, upcast } from '#kernel';
import { projectFolder } from '#platform/config';
import { eventTypesOf } from '#platform/module';
import { modules } from '../../modules.ts';

type AnyProjection = Projection<Facts, object>;
type Sample = { readonly type: string; readonly shape: number; readonly data: object };

const at = '2026-01-01T00:00:00.000Z';
const projections = modules.flatMap((each) => each.projections.map(([projection]) => projection as AnyProjection));
const upcasts: Upcasts = Object.assign(
  {},
  ...modules.flatMap((each) => each.aggregates.map((one) => one.upcasts ?? {})),
);
const samples = globSync('libs/*/src/*.samples.json', { cwd: projectFolder() })
  .sort((a, b) => (a < b ? -1 : 1))
  .flatMap((file) => JSON.parse(readFileSync(join(projectFolder(), file), 'utf8')) as Sample[]);

const log = samples.map(
  ({ type, shape, data }): Recorded => ({
    type,
    data: upcast(upcasts, type, shape, data),
    id: 'event-1',
    stream: 'stream-1',
    version: 1,
    position: 1n,
    at,
    recordedAt: at,
    by: { id: 'somebody', kind: 'user', role: 'client' },
    source: 'api',
    reason: 'a reason',
    request: 'request',
    correlation: 'request',
    causation: 'request',
  }),
);

/** A hash of what folding the samples gives: keys, rows, and rows after each event and after every pair of events. */
const digestOf = ({ key, insert, update = {} }: AnyProjection): string => {
  const foldedEvents = log.filter(({ type }) => type in insert || type in update);
  const rows = foldedEvents.flatMap((event) => insert[event.type]?.(event.data, event) ?? []);
  const rowAfter = (row: object, event: Recorded) => update[event.type]?.(row, event.data, event);
  const changedRows = rows.map((row) =>
    foldedEvents.map((first) => {
      const rowAfterFirst = rowAfter(row, first);
      return [rowAfterFirst, foldedEvents.map((second) => rowAfter(rowAfterFirst ?? row, second))];
    }),
  );
  const digestedText = JSON.stringify([foldedEvents.map((event) => key(event)), rows, changedRows]);
  return createHash('sha256').update(digestedText).digest('hex').slice(0, 16);
};
const nameOf = ({ table, version }: AnyProjection): string => `${table}_v${version}`;

/**
 * The audit index folds the events of every type in the same way, and its version counts the types. Its digest covers
 * only these types, under a name that does not count the others, so that a new type changes no file of the back office.
 * Their events name a lead, a gallery and a part of a booking.
 */
const digestedAuditTypes = ['BookingRequested', 'GalleryItemAdded', 'PaymentSettled'];
const isAudit = ({ table }: AnyProjection): boolean => table === 'audit';
const digestedPart = (projection: AnyProjection): AnyProjection => {
  if (!isAudit(projection)) return projection;
  const { insert, version } = projection;
  const otherTypes = Object.keys(insert).filter((type) => !digestedAuditTypes.includes(type));
  return {
    ...projection,
    version: version - otherTypes.length,
    insert: Object.fromEntries(Object.entries(insert).filter(([type]) => digestedAuditTypes.includes(type))),
  };
};

/**
 * If this test fails, a projection now folds the same events into different rows. If the projection was already
 * released, raise its version, or `changesOfRows` of the audit index. Then write the new digest into the file. A new
 * version only needs a line with its digest.
 */
test.each(modules.map((each) => [each.name, each] as const))(
  'every projection of %s gives the rows whose digest its folds.json holds',
  (name, definition) => {
    const file = join(projectFolder(), 'libs', name, 'src', `${name}.folds.json`);
    const ownProjections = definition.projections.map(([projection]) => digestedPart(projection as AnyProjection));
    const digests = Object.fromEntries(ownProjections.map((each) => [nameOf(each), digestOf(each)]));
    expect(digests).toEqual(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});
  },
);

test.each(projections.map((each) => [nameOf(each), each] as const))(
  'the samples reach every branch that changes a row of %s',
  (_, projection) => {
    const { update = {} } = projection;
    const idle = (type: string) => ({ ...projection, update: { ...update, [type]: (row: object) => row } });
    expect(Object.keys(update).filter((type) => digestOf(idle(type)) === digestOf(projection))).toEqual([]);
  },
);

test('the digest of the audit index covers every kind of subject, and the index the event types of all modules', () => {
  const audit = projections.find(isAudit);
  const digestedEvents = log.filter(({ type }) => digestedAuditTypes.includes(type));
  const rows = digestedEvents.map((event) => audit?.insert[event.type]?.(event.data, event));
  for (const column of ['bookingId', 'leadId', 'galleryId'])
    expect(rows).toContainEqual(expect.objectContaining({ [column]: expect.any(String) }));
  expect(Object.keys(audit?.insert ?? {})).toEqual(expect.arrayContaining(modules.flatMap(eventTypesOf)));
});
