/** The result of presenting a refresh token. */
export type RefreshDecision = 'rotate' | 'repeat' | 'refuse' | 'end' | 'foreign';

/**
 * How long after a rotation, in milliseconds, a token older than the newest one's parent still gets the newest, because
 * tabs refresh concurrently.
 */
export const reuseWindow = 10_000;

/**
 * A session counts its refreshes, and each token holds the count at which it was made. The newest token rotates. Its
 * direct parent repeats it without a time limit, because the response that contained it may have been lost. Any older
 * token repeats it within the window and ends the session afterwards: two parties hold copies. A token from before
 * `floor` was made before a second factor was given and is never renewed, because its holder may not have given one.
 */
export const refreshDecision = (
  presented: number,
  newest: number,
  sinceRotation: number,
  floor = 0,
): RefreshDecision => {
  if (presented > newest) return 'foreign';
  if (presented === newest) return 'rotate';
  if (presented === newest - 1 && presented >= floor) return 'repeat';
  if (sinceRotation >= reuseWindow) return 'end';
  return presented < floor ? 'refuse' : 'repeat';
};
