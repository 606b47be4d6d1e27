import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** Captures log lines of these levels instead of printing them, until `stop`: for tests that provoke them. */
export const captureLog = (...levels: readonly ('error' | 'warn')[]) => {
  const lines: string[] = [];
  const spies = levels.map((level) =>
    jest.spyOn(Logger.prototype, level).mockImplementation((message: unknown) => {
      lines.push(String(message));
    }),
  );
  const stop = () => {
    for (const spy of spies) spy.mockRestore();
  };
  return { lines: lines as readonly string[], stop };
};
