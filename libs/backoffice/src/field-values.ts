/** The value of a field of an event as text. */
export const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
