/** What presenting a refresh token leads to. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'refuse' | 'end' | 'foreign';

/** Within this time after a rotation, in milliseconds, an older token still gets the newest: tabs race, answers get lost. */
export const reuseWindow = 10_000;

/**
 * A session counts its refreshes and each token holds the count it was made at. The newest token rotates; an older one
 * repeats the newest within the window, and afterwards ends the session: then two parties hold it. One older than `floor`
 * was made before a second factor was given and repeats nothing: whoever holds it may not have given one.
 */
export const verdictOn = (presented: number, newest: number, sinceRotation: number, floor = 0): RefreshVerdict => {
  if (presented > newest) return 'foreign';
  if (presented === newest) return 'rotate';
  if (sinceRotation >= reuseWindow) return 'end';
  return presented < floor ? 'refuse' : 'repeat';
};
