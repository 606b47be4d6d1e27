import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { factor } from './factors/factor.ts';
import { linkedIdentity } from './openid/linked-identity.ts';
import { user } from './users/user.ts';

type Sample = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };
const samples = JSON.parse(readFileSync(new URL('identity.samples.json', import.meta.url), 'utf8')) as Sample[];
const sealedFields: Readonly<Record<string, { readonly fields: readonly string[] } | undefined>> = Object.fromEntries(
  Object.entries({ ...user.personalData, ...factor.personalData, ...linkedIdentity.personalData }).map(
    ([type, owned]) => [type, { fields: [owned].flat().flatMap(({ fields }) => [...fields]) }],
  ),
);

/**
 * Matches ids, keywords and timestamps. Names, phone numbers and free text have spaces or capitals, addresses a dot or
 * an
 * @.
 */
const harmless = /^([a-z]+(-[a-z]+)*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;
/** The path of a stored file, which consists of ids and timestamps. */
const storedFile = /^(public|private)\/[0-9a-f-]{36}\/avatar-[0-9a-f-]{13,36}(\.[a-z]{3,4})?$/;
/** A public key's thumbprint, and why a file was refused. */
const harmlessTexts = ['nYQ6xVUvfSOZ1kSmHZLUAe0fJvxNn4wMLE0o7N1mR1w', 'This file is empty.'];
const strings = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

test.each(samples.map((sample) => [sample.type, sample] as const))(
  '%s holds no personal data in unencrypted fields',
  (_, sample) => {
    const { fields = [] } = sealedFields[sample.type] ?? {};
    const open = Object.entries(sample.data).filter(([name]) => !fields.includes(name));
    const suspicious = (text: string) =>
      !harmless.test(text) && !storedFile.test(text) && !harmlessTexts.includes(text);
    expect(strings(Object.fromEntries(open)).filter(suspicious)).toEqual([]);
  },
);

test('every sample has the fields that are declared as personal data', () => {
  for (const [type, personal] of Object.entries(sealedFields)) {
    const sample = samples.find((each) => each.type === type);
    expect([type, Object.keys(sample?.data ?? {})]).toEqual([
      type,
      expect.arrayContaining([...(personal?.fields ?? [])]),
    ]);
  }
});
