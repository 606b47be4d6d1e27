import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { endingOf } from './ending.ts';
import { StandardErrorLogger } from './logger.ts';
import { program } from './program.ts';

Logger.overrideLogger(new StandardErrorLogger());
try {
  await program().parseAsync();
} catch (error) {
  const { code, said } = endingOf(error);
  if (said !== undefined) console.error(said);
  process.exitCode = code;
}
