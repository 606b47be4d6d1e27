import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';

/** What is said in the log on these levels is kept from now on, and not shown, until `stop`: for tests that provoke it. */
export const captureLog = (...levels: readonly ('error' | 'warn')[]) => {
  const said: string[] = [];
  const spies = levels.map((level) =>
    jest.spyOn(Logger.prototype, level).mockImplementation((message: unknown) => {
      said.push(String(message));
    }),
  );
  const stop = () => {
    for (const spy of spies) spy.mockRestore();
  };
  return { said: said as readonly string[], stop };
};
