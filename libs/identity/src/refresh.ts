/** What presenting a refresh token leads to. */
export type RefreshVerdict = 'rotate' | 'repeat' | 'end' | 'foreign';

/** Within this time after a rotation, in milliseconds, an older token still gets the newest: tabs race, answers get lost. */
export const reuseWindow = 10_000;

/**
 * A session counts its refreshes and each token holds the count it was made at. The newest token rotates; an older one
 * repeats the newest within the window, and afterwards ends the session: then two parties hold it.
 */
export const verdictOn = (presented: number, newest: number, sinceRotation: number): RefreshVerdict => {
  if (presented > newest) return 'foreign';
  if (presented === newest) return 'rotate';
  return sinceRotation < reuseWindow ? 'repeat' : 'end';
};
