/** What a request is there to write: the event that it leads to, if it succeeds. */
export type Wanted = 'LeadPosted' | 'BookingRequested' | 'BookingConfirmed' | 'BookingCancelled';
/** `stream`: what it was about, or what it made. `event` is missing where none stands for the request. */
export type Entry = {
  readonly request: string;
  readonly event: Wanted | undefined;
  readonly stream: string | undefined;
  readonly status: number;
};

/** What people were told. */
export class Journal {
  readonly entries: Entry[] = [];
  /** Sessions of the provider, with the buttons that were pressed there and answered. */
  readonly pressed = new Map<string, string[]>();
  /** Sessions whose payer was told that they are paid. */
  readonly paid = new Set<string>();
  /** Answers that nobody should get, whatever happens. */
  readonly complaints: string[] = [];
  #acknowledged = 0;

  /** How many requests have succeeded so far. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  note(entry: Entry): void {
    this.entries.push(entry);
    if (entry.status < 400) this.#acknowledged += 1;
  }

  notePress(session: string, button: string): void {
    this.pressed.set(session, [...(this.pressed.get(session) ?? []), button]);
  }
}
