/** The event that a request writes if it succeeds. */
export type RecordedEventType = 'LeadPosted' | 'BookingRequested' | 'BookingConfirmed' | 'BookingCancelled';
/**
 * `stream` is the one that the request changed or created. `event` is missing if no single event records the request.
 */
export type Entry = {
  readonly request: string;
  readonly event: RecordedEventType | undefined;
  readonly stream: string | undefined;
  readonly status: number;
};

/** The responses that users received. */
export class RequestLog {
  readonly entries: Entry[] = [];
  /** By checkout session, the buttons whose requests got a response. */
  readonly pressed = new Map<string, string[]>();
  /** Sessions that were reported as paid to the payer. */
  readonly paid = new Set<string>();
  /** Responses that violate an invariant. */
  readonly violations: string[] = [];
  /** Requests that failed with an unexpected error. */
  readonly failed = new Set<string>();
  #acknowledged = 0;
  #allowed = Number.POSITIVE_INFINITY;

  /** How many requests have succeeded so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Lets users rest after about `count` more requests have succeeded. */
  allow(count: number): void {
    this.#allowed = this.#acknowledged + count;
  }

  /** Whether users should send no new requests for now. */
  get resting(): boolean {
    return this.#acknowledged >= this.#allowed;
  }

  add(entry: Entry): void {
    this.entries.push(entry);
    if (entry.status < 400) this.#acknowledged += 1;
  }

  addPress(session: string, button: string): void {
    this.pressed.set(session, [...(this.pressed.get(session) ?? []), button]);
  }
}
