/** The number that a 64-bit column holds. Throws if a number in JavaScript would not be exact. */
export const wholeNumber = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`${value} is too large for a number`);
  return number;
};
