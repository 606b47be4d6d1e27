/** In milliseconds. */
const day = 86_400_000;
/** So long after its tokens were renewed last, and so long in all. */
const [unused, longest] = [60 * day, 365 * day];

const latestEnd = (createdAt: Date): number => createdAt.getTime() + longest;

/** When a session ends whose tokens were renewed last at `renewedAt`. */
export const endOf = ({ createdAt, renewedAt }: { readonly createdAt: Date; readonly renewedAt: Date }): Date =>
  new Date(Math.min(renewedAt.getTime() + unused, latestEnd(createdAt)));

type Ending = { readonly notAfter: Date | null };

/** Sessions of an earlier release have no end until their tokens are renewed. */
export const isOver = <Row extends Ending>(row: Row, now: Date): row is Row & { readonly notAfter: Date } =>
  row.notAfter !== null && row.notAfter <= now;

/** Whether it ended for want of use rather than of age. */
export const endedUnused = ({ createdAt, notAfter }: { readonly createdAt: Date; readonly notAfter: Date }): boolean =>
  notAfter.getTime() < latestEnd(createdAt);
