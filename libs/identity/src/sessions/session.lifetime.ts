const day = 86_400_000;
/** After so many days without a renewal of its tokens, and after so many in all. */
const [unused, longest] = [60 * day, 365 * day];

const lastDay = (createdAt: Date): number => createdAt.getTime() + longest;

/** When a session ends whose tokens are renewed now for the last time. */
export const endOf = (createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + unused, lastDay(createdAt)));

/** Whether it ended for want of use rather than of age. */
export const endedUnused = ({ createdAt, notAfter }: { readonly createdAt: Date; readonly notAfter: Date }): boolean =>
  notAfter.getTime() < lastDay(createdAt);
