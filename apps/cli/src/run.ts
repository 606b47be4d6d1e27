import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { exitFor } from './exit-codes.ts';
import { StandardErrorLogger } from './logger.ts';
import { program } from './program.ts';

Logger.overrideLogger(new StandardErrorLogger());
try {
  await program().parseAsync();
} catch (error) {
  const { code, output } = exitFor(error);
  if (output !== undefined) console.error(output);
  // What was started before the error, such as a connection to Postgres, would keep the process running.
  process.exit(code);
}
