import type { LogLevel } from '@nestjs/common';
import type { Config } from '#platform/config';

const levels: Readonly<Record<Config['logLevel'], LogLevel>> = {
  error: 'error',
  warn: 'warn',
  info: 'log',
  debug: 'debug',
};
const allLevels: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** The levels that LOG_LEVEL enables: that level and all more severe ones. */
export const levelsOf = ({ logLevel }: Pick<Config, 'logLevel'>): LogLevel[] =>
  allLevels.slice(0, allLevels.indexOf(levels[logLevel]) + 1);
