import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Illustration, type Motif, seedFrom } from './illustration.tsx';

const motifs: Motif[] = ['evening', 'film', 'stage', 'flowers', 'tables'];
const markupOf = (motif: Motif, seed: number) => renderToStaticMarkup(<Illustration motif={motif} seed={seed} />);

test.each(motifs)('%s looks the same for the same seed and different for another', (motif) => {
  expect(markupOf(motif, 5)).toBe(markupOf(motif, 5));
  expect(markupOf(motif, 5)).not.toBe(markupOf(motif, 6));
  expect(markupOf(motif, 5)).not.toMatch(/NaN|undefined|Infinity/);
});

test('a person always gets the same illustration', () => {
  expect(seedFrom('2f6b')).toBe(seedFrom('2f6b'));
  expect(seedFrom('2f6b')).not.toBe(seedFrom('2f6c'));
});
