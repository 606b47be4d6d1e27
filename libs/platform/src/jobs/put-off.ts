/**
 * That Postgres went away is no failure of the job under which it did: it is put off, later each time, and that is no
 * attempt. Answers for how many milliseconds the `times`-th time; undefined where it fails like others, since the job
 * itself may be what Postgres does not bear.
 */
export const putOffFor = (times: number): number | undefined =>
  times > 50 ? undefined : Math.min(250 * 2 ** (times - 1), 5_000);
