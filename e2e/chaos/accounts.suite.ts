import type { Journal, Wanted } from './journal.suite.ts';

export const wanted: readonly Wanted[] = ['LeadPosted', 'BookingRequested', 'BookingConfirmed', 'BookingCancelled'];

/** An event of the log that a request was there to write. */
export type Written = { readonly request: string; readonly type: Wanted; readonly stream: string };
/** A checkout of the provider's: how often it was charged, and whether the site took the money. */
export type Session = { readonly session: string; readonly charges: number; readonly settled: boolean };

/** What was acknowledged stands in the log once, and nothing else does. */
export const wordFaults = ({ entries }: Pick<Journal, 'entries'>, rows: readonly Written[]): readonly string[] => {
  const key = (event: string | undefined, request: string) => `${event} of request ${request}`;
  const written = new Map<string, string[]>();
  for (const { request, type, stream } of rows)
    written.set(key(type, request), [...(written.get(key(type, request)) ?? []), stream]);
  const faults: string[] = [];
  for (const { event, request, status, stream } of entries.filter((entry) => entry.event)) {
    const streams = written.get(key(event, request)) ?? [];
    written.delete(key(event, request));
    const right = status < 400 ? streams.length === 1 && streams[0] === stream : streams.length === 0;
    if (!right) faults.push(`${key(event, request)}, answered ${status} for ${stream}, stands in [${streams}]`);
  }
  return [...faults, ...[...written.keys()].map((unasked) => `${unasked} was written, but nobody was told`)];
};

/** How often each of the provider's buttons charges. */
const charging: Readonly<Record<string, number>> = { pay: 1, 'pay-twice': 2, decline: 0 };

/** What the pages answered is what the provider and the log know. */
export const paymentFaults = (
  { pressed, paid }: Pick<Journal, 'pressed' | 'paid'>,
  rows: readonly Session[],
): readonly string[] => {
  const known = new Map(rows.map((row) => [row.session, row]));
  const faults: string[] = [];
  for (const [session, buttons] of pressed) {
    const { charges = -1 } = known.get(session) ?? {};
    if (!buttons.some((button) => charging[button] === charges))
      faults.push(`${session} has ${charges} charges after ${buttons}`);
  }
  for (const session of paid)
    if (!known.get(session)?.settled) faults.push(`${session} was said to be paid, and is not`);
  return faults;
};
