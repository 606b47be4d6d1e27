import type { RecordedEventType, RequestLog } from './request-log.suite.ts';

export const recordedEventTypes: readonly RecordedEventType[] = [
  'LeadPosted',
  'BookingRequested',
  'BookingConfirmed',
  'BookingCancelled',
];

/** An event of the log, and the request that wrote it. */
export type WrittenEvent = { readonly request: string; readonly type: RecordedEventType; readonly stream: string };
/** A checkout of the gateway: how often it was charged, and whether the payment was settled here. */
export type Session = { readonly session: string; readonly charges: number; readonly settled: boolean };

/** Every acknowledged request must be in the log exactly once, and nothing else. */
export const requestFaults = (
  { entries }: Pick<RequestLog, 'entries'>,
  rows: readonly WrittenEvent[],
): readonly string[] => {
  const key = (event: string | undefined, request: string) => `${event} of request ${request}`;
  const streamsByRequest = new Map<string, string[]>();
  for (const { request, type, stream } of rows)
    streamsByRequest.set(key(type, request), [...(streamsByRequest.get(key(type, request)) ?? []), stream]);
  const faults: string[] = [];
  for (const { event, request, status, stream } of entries.filter((entry) => entry.event)) {
    const streams = streamsByRequest.get(key(event, request)) ?? [];
    streamsByRequest.delete(key(event, request));
    const isCorrect = status < 400 ? streams.length === 1 && streams[0] === stream : streams.length === 0;
    if (!isCorrect) faults.push(`${key(event, request)}, which returned ${status} for ${stream}, is in [${streams}]`);
  }
  return [...faults, ...[...streamsByRequest.keys()].map((key) => `${key} was written without being acknowledged`)];
};

/** How often each button of the checkout page charges. */
const charging: Readonly<Record<string, number>> = { pay: 1, 'pay-twice': 2, decline: 0 };

/** The gateway and the log must agree with what the pages returned. */
export const paymentFaults = (
  { pressed, paid }: Pick<RequestLog, 'pressed' | 'paid'>,
  rows: readonly Session[],
): readonly string[] => {
  const rowsBySession = new Map(rows.map((row) => [row.session, row]));
  const faults: string[] = [];
  for (const [session, buttons] of pressed) {
    const { charges = -1 } = rowsBySession.get(session) ?? {};
    if (!buttons.some((button) => charging[button] === charges))
      faults.push(`${session} has ${charges} charges after ${buttons}`);
  }
  for (const session of paid)
    if (!rowsBySession.get(session)?.settled) faults.push(`${session} was reported as paid, but is not settled`);
  return faults;
};
