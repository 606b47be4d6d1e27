/**
 * Event or command names, each with the data it carries: `{ BookingConfirmed: Nothing; BookingCancelled: { reason:
 * string } }`.
 */
export type Facts = Readonly<Record<string, object>>;

/** The data of an event or command that carries none. */
export type Nothing = Readonly<Record<string, never>>;

/** One event or command: its name and its data. Event names are stored, so they must not change after a release. */
export type Message<F extends Facts> = {
  [Type in keyof F & string]: { readonly type: Type; readonly data: Readonly<F[Type]> };
}[keyof F & string];

/**
 * Who did something: a person in the role they had then, or a part of the system. `id` is a user's uuid or a service's
 * name.
 */
export type Actor = {
  readonly id: string;
  readonly kind: 'user' | 'staff' | 'system' | 'worker' | 'webhook';
  readonly role: string;
  /**
   * Further roles that this person may act in, for commands that `role` does not allow. Events have only the role that
   * acted.
   */
  readonly otherRoles?: readonly string[];
};

/**
 * Where an event comes from. `request` is the id of the HTTP request, CLI call or job; `correlation` is shared by
 * every event that results from it; `causation` is the id of the event or request that directly led to this event.
 */
export type Origin = {
  readonly by: Actor;
  readonly source: 'web' | 'api' | 'cli' | 'worker' | 'webhook';
  readonly request: string;
  readonly correlation: string;
  readonly causation: string;
  readonly onBehalfOf?: string;
  readonly reason?: string;
};

/**
 * What the log adds to an event. `version` counts from 1 within the stream; `position` increases over the whole log.
 * `at` is when the event was decided, `recordedAt` when it was committed; both are ISO 8601 UTC.
 */
export type Stamp = Origin & {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly position: bigint;
  readonly at: string;
  readonly recordedAt: string;
  /** Set if this release does not know the type of the event, or the shape of its data: a newer release wrote it. */
  readonly isNewer?: true;
};

/** An event as it is read from the log. */
export type Recorded<E extends Facts = Facts> = Message<E> & Stamp;
