import { expect, test } from '@jest/globals';
import { faultOf, redact, traceOf } from './fault.ts';

const postgres = (code: string, message: string, facts: object = {}) =>
  Object.assign(new Error(message), { name: 'error', code, severity: 'ERROR', ...facts });

test.each([
  ['550 no such user <ann.archer@example.com>', '550 no such user <[mail]>'],
  ['to=ann@example.com, again', 'to=[mail], again'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [hidden]'],
  ['jwt eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln malformed', 'jwt [token] malformed'],
  ['GET /auth/v1/verify?token=s3cret&type=signup', 'GET /auth/v1/verify?token=[hidden]&type=signup'],
  ['{"password":"Sunflower7","role":"client"}', '{"password":"[hidden]","role":"client"}'],
  ['call +1 (555) 010-0199 now', 'call [phone] now'],
  [`key ${'x'.repeat(43)} is unknown`, 'key [hidden] is unknown'],
  ['booking-6f2c1c9e-0c53-4b0c-9a43-0d1d4f3b6a11 is away', 'booking-6f2c1c9e-0c53-4b0c-9a43-0d1d4f3b6a11 is away'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('“%s” is logged as “%s”', (text, shown) => {
  expect(redact(text)).toBe(shown);
});

test('a Postgres error is reduced to its code and object, without values', () => {
  const facts = {
    table: 'credentials',
    constraint: 'credentials_email_key',
    detail: 'Key (email)=(ann) already exists.',
  };
  expect(faultOf(postgres('23505', 'duplicate key value: ann', facts))).toBe(
    'Postgres 23505: credentials credentials_email_key',
  );
  expect(faultOf(postgres('22P02', 'invalid input syntax for type uuid: "Sunflower7"'))).toBe('Postgres 22P02');
  expect(faultOf(postgres('P0001', 'no: (1,Sunflower7)'))).toBe('Postgres P0001');
  expect(faultOf(postgres('57P01', 'terminating connection due to administrator command'))).toBe(
    'Postgres 57P01: terminating connection due to administrator command',
  );
  const message = `select * from "read"."leads" where "city" like '%Burlington%' - relation "read.leads" does not exist`;
  expect(faultOf(postgres('42P01', message))).toBe('Postgres 42P01: relation "read.leads" does not exist');
});

test('a stack trace keeps its lines, with the message once and without secrets', () => {
  const trace = traceOf(new TypeError('ann@example.com is no\nfunction'));
  expect(trace).toMatch(/^TypeError: \[mail\] is no function\n\s+at .*fault\.spec/);
  expect(trace).not.toContain('ann@');
});

test('values that are not errors become text', () => {
  expect([faultOf('Bearer xyz'), faultOf(undefined), traceOf({ a: 1 })]).toEqual([
    'Bearer [hidden]',
    'undefined',
    'Error: [object Object]',
  ]);
});

test('the message of a system error is kept', () => {
  expect(faultOf(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))).toBe(
    'connect ECONNREFUSED',
  );
  expect(faultOf(new Error(''))).toBe('Error');
});
