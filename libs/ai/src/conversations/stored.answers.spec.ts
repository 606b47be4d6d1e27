import { expect, test } from '@jest/globals';
import { writeAnswer } from '../answer.ts';
import { emptyBrief } from '../brief.ts';
import { shortlist } from '../ranking.ts';
import { weddingInAustin as brief, vendor } from '../vendor.suite.ts';
import { idsOfVendors, vendorFactsOf, withNames, withoutNames } from './stored.answers.ts';

const id = '6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12';
const displayName = 'Mara [Q] Quinn';
const packages = [{ id: 'half', name: 'Half day (Mara)', price: 99_995 }];
const list = shortlist('photographer', brief, [
  vendor(id, { displayName, path: `/creators/mara-q-quinn-${id}`, packages }),
]);
const reading = {
  brief: { ...emptyBrief, ...brief },
  unoffered: [],
  unclearPlace: null,
  dateProblem: null,
  otherCurrency: false,
  mentionsEvent: true,
};
const text = writeAnswer({ reading, shortlists: [list] });

test('an answer is stored without the names of vendors and packages, and shown with the present names', () => {
  expect(text).toContain('Quinn');
  expect(text).toContain('Half day');
  const stored = withoutNames(text, [list], true);
  expect(stored).not.toMatch(/Mara|Quinn|Half day/i);
  expect(stored).toContain('from $999.95');
  expect(idsOfVendors(stored)).toEqual([id]);
  expect(withNames(stored, new Map([[id, { id, displayName: 'Mara Hale' }]]))).toContain(
    `[Mara Hale](/creators/mara-hale-${id})`,
  );
  expect(withNames(stored, new Map())).toContain('- Former member: from $999.95');
});

test('an answer that is cut off anywhere contains no name, nor a part of one', () => {
  for (let end = 0; end < text.length; end++)
    expect(withoutNames(text.slice(0, end), [list], false)).not.toMatch(/\bMar|Q\\|Quin|Half/i);
});

test('the facts of an answer contain no text of a vendor', () => {
  expect(JSON.stringify(vendorFactsOf([list]))).not.toMatch(/Mara|Quinn|Half day/);
  expect(vendorFactsOf([list])).toEqual([
    expect.objectContaining({ vendorId: id, service: 'photographer', packageId: 'half', price: 99_995 }),
  ]);
});
