/**
 * For how many milliseconds a job is postponed because the connection to Postgres was lost while it ran, or because it
 * needs a process of another release, the `times`-th time in a row. That is not a failed attempt. Undefined after fifty
 * times, some four minutes: the job itself may be what breaks the connection, or no such process runs, so it fails like
 * any other.
 */
export const postponement = (times: number): number | undefined =>
  times > 50 ? undefined : Math.min(250 * 2 ** (times - 1), 5_000);
