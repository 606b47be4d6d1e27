import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { instantIn } from './plain-reads.ts';

test('instants in all of Postgres’ text formats are read', () => {
  const texts: readonly [string, string][] = [
    ['2026-11-25 22:44:29+00', '2026-11-25T22:44:29.000Z'],
    ['2026-11-25 22:44:29.1+00', '2026-11-25T22:44:29.100Z'],
    ['2026-11-25 22:44:29.123+00', '2026-11-25T22:44:29.123Z'],
    ['2026-11-25 22:44:29.123+05:30', '2026-11-25T17:14:29.123Z'],
    ['2026-11-25 22:44:29-08', '2026-11-26T06:44:29.000Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000Z'],
  ];
  for (const [text, instant] of texts) expect(instantIn(text)).toBe(instant);
});

test('every instant is read exactly', () => {
  const noInvalidDate = true;
  const [min, max] = [new Date('0001-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate }), (date) => {
      const iso = date.toISOString();
      const fraction = iso.slice(19, 23).replace(/0+$/, '').replace(/^\.$/, '');
      expect(instantIn(`${iso.slice(0, 10)} ${iso.slice(11, 19)}${fraction}+00`)).toBe(iso);
    }),
  );
});
