/** Postgres cannot be started or used. The message is a sentence for operators that says what to do. */
export class PostgresFailure extends Error {}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** What `pg` says about a lost connection; these errors have no code. */
const lostConnectionMessages =
  /^(Connection terminated|Query read timeout$|timeout exceeded when trying to connect|Cannot use a pool after calling end|The process is being stopped|Client (has encountered a connection error|was closed) and is not queryable)/;

/**
 * The connection to Postgres was lost, or none could be made because the server is down, starts, or has no free
 * connection. A statement that was under way may or may not have been executed.
 */
export const isConnectionLost = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  // Class 08 is a broken connection, 53300 no free connection, 57P01 to 57P03 a server that stops, crashes or starts.
  return networkCodes.has(code) || /^(08|53300$|57P0[123])/.test(code) || lostConnectionMessages.test(message);
};

/** This process or the machine has as many files open as it is allowed to. */
export const isOutOfFiles = (error: unknown): boolean => {
  const { code = '' } = (error ?? {}) as { code?: string };
  return ['EMFILE', 'ENFILE'].includes(code);
};

/** What to do about {@link isOutOfFiles}. */
export const raiseFileLimit =
  'Too many files are open: raise the limit, for example with "ulimit -n 4096", and start again.';

/** Postgres has no space left to write to. Nothing was written, and reading still works. */
export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === '53100';
