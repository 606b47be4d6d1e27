import { expect, test } from '@jest/globals';
import { blocksOf, plainTextOf } from './markdown-blocks.ts';

const reply =
  'You need a DJ.\n\n**DJs**\n\n- [Mara \\[Q\\]](/creators/m): from $1.00 \\*. [Book Now](/bookings/create?creator=m)\n- b';

test('paragraphs, lists, bold text, links and escaped characters', () =>
  expect(blocksOf(reply)).toEqual([
    { kind: 'paragraph', inlines: [{ text: 'You need a DJ.' }] },
    { kind: 'paragraph', inlines: [{ text: 'DJs', strong: true }] },
    {
      kind: 'list',
      items: [
        [
          { text: 'Mara [Q]', to: '/creators/m' },
          { text: ': from $1.00 *. ' },
          { text: 'Book Now', to: '/bookings/create?creator=m' },
        ],
        [{ text: 'b' }],
      ],
    },
  ]));

test('underscores in names are escaped characters too', () =>
  expect(blocksOf('[DJ\\_Max](/creators/m) plays\\_on')).toEqual([
    { kind: 'paragraph', inlines: [{ text: 'DJ_Max', to: '/creators/m' }, { text: ' plays_on' }] },
  ]));

test.each([
  '[x](https://evil.example)',
  '[x](//evil.example)',
  '[x](javascript:alert)',
  '<b>x</b>',
  '[x](/a b)',
  '\\[x](/a)',
])('%s is not a link', (text) => expect(JSON.stringify(blocksOf(`${text} y`))).not.toContain('"to"'));

test('a link that is still arriving is left out', () => {
  for (const end of ['[', '[Mara', '[Mara]', '[Mara](', '[Mara](/crea'])
    expect(blocksOf(`See ${end}`)).toEqual([{ kind: 'paragraph', inlines: [{ text: 'See ' }] }]);
});

test('as plain text, links show their address', () =>
  expect(plainTextOf(reply, 'https://f.example')).toBe(
    'You need a DJ.\n\nDJs\n\n- Mara [Q] (https://f.example/creators/m): from $1.00 *. Book Now (https://f.example/bookings/create?creator=m)\n- b',
  ));
