/**
 * Values that describe a span. They must not contain personal data, secrets, texts of queries or texts that someone
 * wrote.
 */
export type SpanAttributes = Readonly<Record<string, string | number | readonly string[]>>;

export type NewSpan = {
  /** What is done, in few different values: it must not contain ids. */
  readonly name: string;
  /** `server` and `consumer` are work on behalf of a caller or of a queue, `client` is a call to another system. */
  readonly kind?: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** The correlation id of the work; without one, that of the span around it. */
  readonly correlation?: string | undefined;
  /** A header `traceparent`, which is ignored if it is not well-formed. */
  readonly traceparent?: string | readonly string[] | undefined;
};

/** A span that has begun. After `end`, nothing has an effect. */
export type OpenSpan = {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is the kind of failure, such as the name of an error's class. */
  fail(type: string): void;
  /** Runs the work inside of the span: spans that it begins become its children. */
  enter<T>(work: () => T): T;
  end(): void;
};

/** Records what a process does, and how long it takes, as the spans of traces. */
export abstract class Tracer {
  /** Whether anything is recorded. */
  abstract readonly isOn: boolean;

  /** Begins a span, inside of the current one if there is one. */
  abstract start(span: NewSpan): OpenSpan;

  /** Runs the work inside of a span, which ends with it and is marked with its failure. */
  abstract run<T>(span: NewSpan, work: (span: OpenSpan) => Promise<T>): Promise<T>;
}

const unrecorded: OpenSpan = {
  set: () => undefined,
  fail: () => undefined,
  enter: (work) => work(),
  end: () => undefined,
};

/** Records nothing. */
export const noTracer: Tracer = {
  isOn: false,
  start: () => unrecorded,
  run: (_, work) => work(unrecorded),
};
