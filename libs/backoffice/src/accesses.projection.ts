import type { Projection } from '#kernel';
import type { AccessRow } from './accesses.rows.ts';

/** The event that the platform writes before it shows personal data. */
type Reveals = {
  PersonalDataRevealed: { people: readonly string[]; events: readonly string[]; fields?: readonly string[] };
};

export const accesses: Projection<Reveals, AccessRow> = {
  table: 'accesses',
  version: 1,
  key: ({ id }) => id,
  insert: {
    PersonalDataRevealed: ({ people, events, fields = [] }, { id, by, reason, at }) => ({
      id,
      people,
      fields,
      events: events.length,
      actorId: by.id,
      actorRole: by.role,
      reason: reason ?? null,
      at,
    }),
  },
};
