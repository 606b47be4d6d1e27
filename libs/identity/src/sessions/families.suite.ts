/** A session as it ought to be, with every refresh token it ever had: those of an older count than `floor` repeat nothing. */
export type Family = {
  readonly id: string;
  readonly userId: string;
  live: boolean;
  strong: boolean;
  head: number;
  floor: number;
  rotatedAt: number;
  readonly beganAt: number;
  /** It ended by itself: its row may still be there. */
  over: boolean;
  /** By count; a second factor skips one. */
  readonly refreshTokens: Map<number, string>;
  readonly accessTokens: { readonly token: string; readonly until: number }[];
};

/** How long a token older than the newest one's parent still gets the newest, in milliseconds. */
const tolerated = 10_000;

const day = 86_400_000;

/** When a session ends that nobody uses any more. */
export const endOf = ({ beganAt, rotatedAt }: Family): number => Math.min(rotatedAt + 60 * day, beganAt + 365 * day);

/** What may happen to tokens of these counts that are presented at one instant, in any order. */
export type Prospect = {
  /** The counts that a served client may end up with; the last is the session's then. Empty if none can be served. */
  readonly served: readonly number[];
  /** Whether the session may end, because an old token came first. */
  readonly ends: boolean;
};

/** The newest token's parent: it gets the newest one without a time limit. */
export const isParent = ({ head, floor }: Family, count: number): boolean => count === head - 1 && count >= floor;

export const prospectOf = (family: Family, counts: readonly number[], now: number): Prospect => {
  const { live, head, rotatedAt } = family;
  if (!live) return { served: [], ends: false };
  const stale = now - rotatedAt >= tolerated;
  const parent = counts.some((count) => isParent(family, count));
  const older = counts.some((count) => count < head && !isParent(family, count));
  // A token that is presented before the newest is used gets the newest.
  const before = parent || (older && !stale) ? [head] : [];
  const after = counts.includes(head) ? [head + 1] : [];
  return { served: [...before, ...after], ends: stale && older };
};
