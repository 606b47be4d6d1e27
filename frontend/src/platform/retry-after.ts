/** How long to wait, in seconds, as an answer's `Retry-After` says it; 0 where it says nothing. */
export const retryAfterSeconds = ({ headers }: Pick<Response, 'headers'>): number =>
  Number(headers.get('retry-after')) || 0;

/** `41 seconds`, `2 minutes`: never less than the time itself. */
const inWords = (seconds: number): string => {
  const [count, unit] = seconds < 90 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** When to ask again, in a sentence. `seconds` 0: nobody knows. */
export const retryAdvice = (seconds: number): string =>
  `Please try again in ${seconds > 0 ? inWords(seconds) : 'a moment'}.`;
