import { expect, test } from '@jest/globals';
import { hiddenText, maskContacts } from './contact-mask.ts';

test.each([
  'ann@example.com',
  'Ann.Brown+party@mail.example.co.uk',
  `${'ann'.repeat(30)}@example.com`,
  'ann (at) example (dot) com',
  'ann[at]example.com',
  'ann at example dot com',
  'ann @ example.com',
  'https://example.com/me?x=1',
  'http://10.0.0.1/',
  'www.example.de',
  'brown-wedding.com',
  'Brownwedding.events/rsvp',
  '@ann.brown',
  '876-555-0199',
  '(876) 555-0199',
  '+1 876 555 0199',
  '+44 20 7946 0018',
  '876.555.0199',
  '8765550199',
  '555-0199',
  '٨٧٦٥٥٥٠١٩٩',
  'ann＠example.com',
  'ann@ｅｘａｍｐｌｅ．ｃｏｍ',
  'ann at gmail com',
  'ANN AT GMAIL COM',
  'ann (AT) example (dot) com',
  '512_555_0199',
  'insta: ann.brown',
  'WhatsApp:annbrown',
  '5\u200b1\u200b2\u200b5\u200b5\u200b5\u200b0\u200b1\u200b9\u200b9',
  'ann\u200b@\u200bexample.com',
])('%s is masked', (contact) => {
  expect(maskContacts(`Please reach us: ${contact} or ask.`)).toBe(`Please reach us: ${hiddenText} or ask.`);
  expect(maskContacts(contact)).toBe(hiddenText);
});

test.each([
  'A garden wedding on 2027-06-20 for 150 guests, from 10:30 to 23:00.',
  'Either 6/20/2027 or 20.06.2027 suits us.',
  'Our budget is $5,000 - $10,000, at most $1,200,000.',
  'We live at 12 Hope Road and dance at home. Come at 7 or at 8.',
  'Seasons 2026-2027, rows 12 to 14, and a 35 mm film camera.',
  'It ends at midnight.Please bring lights.',
  'We meet at home. Come to the barn at noon 🙂‍↔️ and look at our wedding photos…',
  'Two hundred people, 3 stages, 16 speakers and 4 x 2000 watts.',
  'About $5,000-7500, or €5.000 - 6.000, for 150-200guests.',
  'On 2027-06-20at noon,20.06.2027 or in 2026-2027season, from 8.30-10.30pm.',
  'In Austin,78701 or in London,SW1A 1AA.',
])('%s is not masked', (text) => {
  expect(maskContacts(text)).toBe(text);
});

test.each([
  ['Phone No.5125550199', `Phone No.${hiddenText}`],
  ['Ann,5125550199', `Ann,${hiddenText}`],
  ['5125550199ask for Ann', `${hiddenText}ask for Ann`],
  ['Call us.(512) 555-0199or write', `Call us.${hiddenText}or write`],
])('the phone number in %s is masked without a space beside it', (text, maskedText) => {
  expect(maskContacts(text)).toBe(maskedText);
});

test('several contact details in one text are all masked', () =>
  expect(maskContacts('a@b.com, 8765550199; www.b.com')).toBe(`${hiddenText}, ${hiddenText}; ${hiddenText}`));

test.each(['a-'.repeat(2_500), '1 '.repeat(2_500), 'a.'.repeat(2_500), '@'.repeat(5_000), 'at '.repeat(1_700)])(
  'masking a long text of repeated contact characters takes less than the time limit of a test',
  (text) => {
    expect(maskContacts(text).length).toBeGreaterThan(0);
  },
);
