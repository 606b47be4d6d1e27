import { aggregate, refuse } from '#kernel';

/** Something in the log that is not as it was written. `stream` is null if it concerns no single stream. */
export type LogFinding = {
  readonly position: number;
  readonly stream: string | null;
  readonly kind: string;
  readonly message: string;
};
/**
 * What a verification found: how many events it checked, through which position, how many signed checkpoints match the
 * log, and how many findings there are. `firstFindings` are the first of them.
 */
export type LogVerificationResult = {
  readonly events: number;
  readonly through: number;
  readonly checkpoints: number;
  readonly findings: number;
  readonly firstFindings: readonly LogFinding[];
};

export type LogVerificationCommands = {
  start: object;
  finish: { number: number; result: LogVerificationResult };
  fail: { number: number; failure: string };
};

/** `number` counts the verifications from 1. Who started one is in the envelope. */
export type LogVerificationEvents = {
  LogVerificationStarted: { number: number };
  LogVerificationFinished: { number: number } & LogVerificationResult;
  LogVerificationFailed: { number: number; failure: string };
};

type LogVerification = { readonly count: number; readonly running: number | null };

/** There is one stream: two verifications at a time would only read the same events twice. */
export const logVerificationId = 'log-verification-log';

/** Verifications of the whole event log that staff start in the back office, one at a time. */
export const logVerification = aggregate<
  LogVerificationCommands,
  LogVerificationEvents,
  LogVerification,
  'log-verification'
>({
  stream: 'log-verification',
  initial: { count: 0, running: null },
  decide: {
    start({ count, running }) {
      if (running !== null) refuse('log-verification-running', 'The log is being verified already');
      return [{ type: 'LogVerificationStarted', data: { number: count + 1 } }];
    },
    finish: ({ running }, { facts: { number, result } }) =>
      running === number ? [{ type: 'LogVerificationFinished', data: { number, ...result } }] : [],
    fail: ({ running }, { facts: { number, failure } }) =>
      running === number ? [{ type: 'LogVerificationFailed', data: { number, failure } }] : [],
  },
  evolve: {
    LogVerificationStarted: (_, { number }) => ({ count: number, running: number }),
    LogVerificationFinished: ({ count }) => ({ count, running: null }),
    LogVerificationFailed: ({ count }) => ({ count, running: null }),
  },
});
