import { amount } from './text.ts';

/** The seconds in a response's `Retry-After`; 0 where it has none. */
export const retryAfterSeconds = ({ headers }: Pick<Response, 'headers'>): number =>
  Number(headers.get('retry-after')) || 0;

/** `41 seconds`, `2 minutes`: rounded up. */
const duration = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return amount(count, unit);
};

/** When to try again, as a sentence. 0 `seconds` means unknown. */
export const retryAdvice = (seconds: number): string =>
  `Please try again in ${seconds > 0 ? duration(seconds) : 'a moment'}.`;
