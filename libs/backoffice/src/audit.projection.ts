import type { Facts, Projection, Stamp } from '#kernel';
import type { AuditRow } from './audit.rows.ts';
import { type SubjectColumn, subjectNamedBy } from './subject.ts';

/** The fields that name what an event concerns. A reference such as `{booking}/deposit` names a part of it. */
const subjectFields = ['bookingId', 'leadId', 'galleryId', 'reference'];

/**
 * The booking, lead and gallery that the stream or one of these fields names. No other field is read: people write
 * texts.
 */
const subjectsOf = (stream: string, data: object): Readonly<Record<SubjectColumn, string | null>> => {
  const subjects: Record<SubjectColumn, string | null> = { bookingId: null, leadId: null, galleryId: null };
  const values: Readonly<Record<string, unknown>> = { ...data };
  for (const text of [stream, ...subjectFields.map((name) => values[name])]) {
    const subject = typeof text === 'string' && subjectNamedBy(text);
    if (subject) subjects[subject.column] ??= subject.id;
  }
  return subjects;
};

const rowOf = (module: string, type: string, data: object, stamp: Stamp): AuditRow => ({
  id: stamp.id,
  position: Number(stamp.position),
  at: stamp.at,
  stream: stamp.stream,
  version: stamp.version,
  type,
  module,
  actorId: stamp.by.id,
  actorKind: stamp.by.kind,
  actorRole: stamp.by.role,
  onBehalfOf: stamp.onBehalfOf ?? null,
  source: stamp.source,
  request: stamp.request,
  correlation: stamp.correlation,
  causation: stamp.causation,
  ...subjectsOf(stamp.stream, data),
});

/** How often the rows of released event types have changed. */
const changesOfRows = 0;

/**
 * An index of the events of these types, each with the name of the module that writes it. It holds no personal data.
 * Its version counts the types and the changes of their rows, and both only grow: a release that knows more types has a
 * table of its own, in which a process of an earlier release, which would leave them out, writes nothing.
 */
export const auditOf = (modulesOfTypes: ReadonlyMap<string, string>): Projection<Facts, AuditRow> => ({
  table: 'audit',
  version: modulesOfTypes.size + changesOfRows,
  key: ({ id }) => id,
  insert: Object.fromEntries(
    [...modulesOfTypes].map(([type, module]) => [
      type,
      (data: object, stamp: Stamp) => rowOf(module, type, data, stamp),
    ]),
  ),
});
