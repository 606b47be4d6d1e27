import { Type } from '@mikro-orm/core';
import { wholeNumber } from '#platform/reads';

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
