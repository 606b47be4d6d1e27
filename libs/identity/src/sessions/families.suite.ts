/**
 * The expected state of a session, with all its refresh tokens. Tokens with a count below `floor` are never renewed.
 */
export type Family = {
  readonly id: string;
  readonly userId: string;
  active: boolean;
  strong: boolean;
  head: number;
  floor: number;
  rotatedAt: number;
  readonly startedAt: number;
  /** Whether the session has expired. Its row may still exist. */
  over: boolean;
  /** Refresh tokens by count. A second factor skips one count. */
  readonly refreshTokens: Map<number, string>;
  readonly accessTokens: { readonly token: string; readonly until: number }[];
};

/** How long a token older than the newest one's parent still gets the newest, in milliseconds. */
const tolerated = 10_000;

const day = 86_400_000;

/** When a session ends if it is not used again. */
export const endOf = ({ startedAt, rotatedAt }: Family): number =>
  Math.min(rotatedAt + 60 * day, startedAt + 365 * day);

/** The possible results when tokens with some counts are presented concurrently, in any order. */
export type PossibleOutcome = {
  /** The counts that a served client may receive; the last one is then the session's. Empty if none can be served. */
  readonly served: readonly number[];
  /** Whether the session may end, because an old token was presented first. */
  readonly ends: boolean;
};

/** Whether this is the parent of the newest token. It is exchanged for the newest one without a time limit. */
export const isParent = ({ head, floor }: Family, count: number): boolean => count === head - 1 && count >= floor;

export const possibleOutcomes = (family: Family, counts: readonly number[], now: number): PossibleOutcome => {
  const { active, head, rotatedAt } = family;
  if (!active) return { served: [], ends: false };
  const isStale = now - rotatedAt >= tolerated;
  const parent = counts.some((count) => isParent(family, count));
  const isOlderPresented = counts.some((count) => count < head && !isParent(family, count));
  // A token that is presented before the newest is used gets the newest.
  const servedBefore = parent || (isOlderPresented && !isStale) ? [head] : [];
  const servedAfter = counts.includes(head) ? [head + 1] : [];
  return { served: [...servedBefore, ...servedAfter], ends: isStale && isOlderPresented };
};
