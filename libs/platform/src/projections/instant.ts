import { Type } from '@mikro-orm/core';

/** A column of instants: timestamptz in Postgres, ISO 8601 UTC to the millisecond in rows, as events have them. */
export class Instant extends Type<string, string> {
  override convertToJSValue(value: unknown): string {
    return value instanceof Date ? value.toISOString() : new Date(String(value)).toISOString();
  }

  override getColumnType(): string {
    return 'timestamptz(3)';
  }

  override compareAsType(): string {
    return 'string';
  }
}
