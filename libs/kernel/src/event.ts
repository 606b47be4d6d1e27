/** Names and the facts each one carries: `{ BookingConfirmed: Nothing; BookingCancelled: { reason: string } }`. */
export type Facts = Readonly<Record<string, object>>;

/** An event or command without facts. */
export type Nothing = Readonly<Record<string, never>>;

/** One of those names with its facts. The name is stored, so it never changes after a release. */
export type Message<F extends Facts> = {
  [Type in keyof F & string]: { readonly type: Type; readonly data: Readonly<F[Type]> };
}[keyof F & string];

/** Who did it: a person in the role they held at that time, or a part of the system. `id` is a user's uuid or a service's name. */
export type Actor = {
  readonly id: string;
  readonly kind: 'user' | 'staff' | 'system' | 'worker' | 'webhook';
  readonly role: string;
};

/**
 * Where an event comes from. `request` is the id of the HTTP request, CLI call or job; `correlation` is shared by
 * everything that follows from one of them; `causation` is the id of the event or request that led to this one.
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
 * What the log adds to an event. `version` counts within the stream from 1, `position` rises along the whole log.
 * `at` is when it was decided, `recordedAt` when it was committed; both ISO 8601 UTC.
 */
export type Stamp = Origin & {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly position: bigint;
  readonly at: string;
  readonly recordedAt: string;
};

/** An event as it is read from the log. */
export type Recorded<E extends Facts = Facts> = Message<E> & Stamp;
