/** An error in the log. `position` is where it was found; `stream` is null if the event is missing. */
export type Finding = {
  readonly position: bigint;
  readonly stream: string | null;
  readonly kind: 'missing' | 'twice' | 'content' | 'chain' | 'version' | 'time' | 'checkpoint';
  readonly message: string;
};

/** An event's place in the log and its hash in hex. */
export type EventHash = { readonly position: bigint; readonly hash: string };

/**
 * An event of a stream as the log proves it. `digest` is that of its content; null where the log keeps only `hash`.
 * `unchanged`: `hash` is that of its content as it is stored, and of the event before it.
 */
export type StreamLink = EventHash & {
  readonly version: number;
  readonly digest: string | null;
  readonly unchanged: boolean;
};

/**
 * `from` is the first position to check. `streamsInMemory` limits memory if the engine can look up the other streams.
 */
export type Inspection = {
  readonly from: bigint;
  readonly streamsInMemory?: number;
  /** Called for every stored event in the order of the log, correct or not. */
  readonly onEvent: (event: EventHash) => void;
  /** Called for every error, in the order of the log. */
  readonly onFinding: (finding: Finding) => void;
};
/** `events`: how many events were checked. `through`: the last position, or one before `from` if there was none. */
export type InspectionResult = { readonly events: number; readonly through: bigint };

/** The end of a stream. The hash of the next event covers `hash`. */
export type StreamHead = { readonly position: bigint; readonly version: number; readonly hash: string };
export const newStream: StreamHead = { position: 0n, version: 0, hash: '' };

/** Reports a time that is earlier than one before it in the log. `latest` is in Unix milliseconds. */
export const timeFindings = (
  latest: number,
  { position, stream, recordedAt }: { position: bigint; stream: string; recordedAt: number },
): readonly Finding[] => {
  if (recordedAt >= latest) return [];
  const [now, before] = [recordedAt, latest].map((time) => new Date(time).toISOString());
  return [{ position, stream, kind: 'time', message: `recorded at ${now}, after an event of ${before}` }];
};
