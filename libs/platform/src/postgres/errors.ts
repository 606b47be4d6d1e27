const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);

/** Postgres is away or went away: what was asked may or may not have happened. */
export const isConnectionLost = (error: unknown): boolean => {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  // Class 08 is a broken connection, 57P01 to 57P03 a server that stops, crashes or starts.
  return (
    networkCodes.has(code) ||
    /^(08|57P0[123])/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
      message,
    )
  );
};

/** Postgres has no space left to write to. Nothing was written, and reading goes on. */
export const isDiskFull = (error: unknown): boolean => (error as { code?: string } | null)?.code === '53100';
