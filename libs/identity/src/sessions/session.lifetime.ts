/** One day, in milliseconds. */
const day = 86_400_000;
/** A session ends when its tokens were not renewed for the first duration, or at the age of the second. */
const [maxUnused, maxAge] = [60 * day, 365 * day];

const latestEnd = (createdAt: Date): number => createdAt.getTime() + maxAge;

/** The end of a session whose tokens were last renewed at `renewedAt`. */
export const endOf = ({ createdAt, renewedAt }: { readonly createdAt: Date; readonly renewedAt: Date }): Date =>
  new Date(Math.min(renewedAt.getTime() + maxUnused, latestEnd(createdAt)));

type SessionEnd = { readonly notAfter: Date | null };

/** Sessions from an earlier release have no end until their tokens are renewed. */
export const isOver = <Row extends SessionEnd>(row: Row, now: Date): row is Row & { readonly notAfter: Date } =>
  row.notAfter !== null && row.notAfter <= now;

/** Whether the session ended because it was unused, not because of its age. */
export const endedUnused = ({ createdAt, notAfter }: { readonly createdAt: Date; readonly notAfter: Date }): boolean =>
  notAfter.getTime() < latestEnd(createdAt);
