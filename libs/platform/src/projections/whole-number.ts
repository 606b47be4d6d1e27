import { Type } from '@mikro-orm/core';

/** The number that a 64-bit column holds. Throws if a number in JavaScript would not be exact. */
export const wholeNumber = (value: unknown): number => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`${value} is too large for a number`);
  return number;
};

/**
 * A column of whole numbers: 64 bits in Postgres, a number in rows. Every whole number that the log accepts fits, so no
 * event holds a number too large for a read table.
 */
export class WholeNumber extends Type<number, string> {
  override convertToJSValue(value: unknown): number {
    return wholeNumber(value);
  }

  override getColumnType(): string {
    return 'bigint';
  }

  override compareAsType(): string {
    return 'number';
  }
}
