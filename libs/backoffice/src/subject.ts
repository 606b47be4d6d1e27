const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const subjectAtStart = new RegExp(`^((booking|lead|gallery)-${uuid})(?=/|$)`);

/** The column of the audit trail that holds the id of a subject of this kind. */
export const subjectColumns = { booking: 'bookingId', lead: 'leadId', gallery: 'galleryId' } as const;
export type SubjectKind = keyof typeof subjectColumns;
export type SubjectColumn = (typeof subjectColumns)[SubjectKind];

/** What an event concerns: a booking, a lead or a gallery. */
export type Subject = { readonly column: SubjectColumn; readonly id: string };

/** The subject that a text names. `{booking}/deposit` names a part of a booking. */
export const subjectNamedBy = (text: string): Subject | undefined => {
  const [, id, kind] = subjectAtStart.exec(text) ?? [];
  return id ? { column: subjectColumns[kind as SubjectKind], id } : undefined;
};

/** Matches streams all of whose events belong to the booking or the lead that one of them names. */
export const relatedStreams = new RegExp(`^(?:gallery|payment)-${uuid}$`);
