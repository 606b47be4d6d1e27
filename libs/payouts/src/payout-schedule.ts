import { type Cents, instantAfter, weekdayOf } from '#kernel';

const hour = 3_600_000;
const day = 24 * hour;

/** Smaller amounts wait until more is available. */
export const minimumPayout: Cents = 100;
/** How long payouts wait after the bank details were entered or changed, in milliseconds. */
const destinationHold = 3 * day;
/** Payouts start on Mondays at this time, in milliseconds after midnight UTC. */
const runTime = 6 * hour;

/** When payouts may go to bank details that are entered at this instant. */
export const holdEnd = (enteredAt: string): string => instantAfter(enteredAt, destinationHold);

/** The first time after this instant at which payouts start. */
export const nextRun = (instant: string): string => {
  const today = instant.slice(0, 10);
  const monday = instantAfter(`${today}T00:00:00.000Z`, (1 - weekdayOf(today)) * day + runTime);
  return monday > instant ? monday : instantAfter(monday, 7 * day);
};
