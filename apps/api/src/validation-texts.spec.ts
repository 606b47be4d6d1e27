import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { validationText } from './validation-texts.ts';

const english = z.locales.en();

describe('sentences for values beyond a limit', () => {
  beforeAll(() => {
    z.config({ localeError: validationText });
  });

  afterAll(() => {
    z.config(english);
  });

  const textOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

  test.each([
    [z.string().max(2_000), 'x'.repeat(2_001), 'Please use at most 2,000 characters'],
    [z.string().min(1), '', 'Please use at least 1 character'],
    [z.array(z.int()).max(1), [1, 2], 'Please use at most 1 entry'],
    [z.coerce.number().int().max(100), '101', 'Enter a number of at most 100'],
    [z.coerce.number().min(1), '0', 'Enter a number of at least 1'],
    [z.string().max(3, 'Too long'), 'abcd', 'Too long'],
    [z.number().gt(1), 1, 'Too small: expected number to be >1'],
    [z.string(), 5, 'Invalid input: expected string, received number'],
  ])('%#: %p', (schema, value, text) => {
    expect(textOf(schema, value)).toBe(text);
  });
});
