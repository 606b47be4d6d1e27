/**
 * The minimum number of requests for a reply time. A median of fewer would mean little, and could reveal how a single
 * request was answered.
 */
const minimumRequests = 3;

/** The median of how long clients waited for a first answer, in minutes; null if there were too few requests. */
export const medianWait = (waits: readonly number[]): number | null => {
  if (waits.length < minimumRequests) return null;
  const sorted = [...waits].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return Math.round((low + high) / 2);
};
