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

/** So long an older refresh token still gets the newest, in milliseconds. */
const tolerated = 10_000;

const day = 86_400_000;

/** When a session ends that nobody uses any more. */
export const endOf = ({ beganAt, rotatedAt }: Family): number => Math.min(rotatedAt + 60 * day, beganAt + 365 * day);

/** Presented at one instant, in whatever order they arrive: all that may become of tokens of these counts. */
export type Prospect = {
  /** The counts that somebody who is served may end up with; the last is the session's then. None: nobody can be. */
  readonly served: readonly number[];
  /** Whether the session may end, because an old token came first. */
  readonly ends: boolean;
};

export const prospectOf = ({ live, head, rotatedAt }: Family, counts: readonly number[], now: number): Prospect => {
  if (!live) return { served: [], ends: false };
  const stale = now - rotatedAt >= tolerated;
  const old = counts.some((count) => count < head);
  // Who comes with an old token before the newest is used gets that one.
  const before = old && !stale ? [head] : [];
  const after = counts.includes(head) ? [head + 1] : [];
  return { served: [...before, ...after], ends: stale && old };
};
