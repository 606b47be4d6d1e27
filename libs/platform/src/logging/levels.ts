import type { LogLevel } from '@nestjs/common';
import type { Config } from '#platform/config';

const levels: Readonly<Record<Config['logLevel'], LogLevel>> = {
  error: 'error',
  warn: 'warn',
  info: 'log',
  debug: 'debug',
};
const all: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** The levels that LOG_LEVEL enables: that level and all more severe ones. */
export const levelsOf = ({ logLevel }: Pick<Config, 'logLevel'>): LogLevel[] =>
  all.slice(0, all.indexOf(levels[logLevel]) + 1);
