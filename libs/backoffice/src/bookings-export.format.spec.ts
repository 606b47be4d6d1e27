import { expect, test } from '@jest/globals';
import { exported } from './bookings-export.format.ts';
import type { StaffBooking } from './contract.ts';

const booking = (shortName: string, eventType = 'wedding'): StaffBooking => ({
  id: 'booking-1',
  status: 'confirmed',
  payment: 'paid',
  disputed: false,
  eventType,
  eventDate: '2999-05-01',
  lastDate: '2999-05-01',
  totalAmount: 108_005,
  paidAmount: 108_005,
  refundedAmount: 5_000,
  refundDue: 0,
  createdAt: '2998-01-01T00:00:00.000Z',
  clientId: 'c1',
  creator: { id: 'p1', shortName },
});

async function* pagesOf(...pages: readonly (readonly StaffBooking[])[]) {
  yield* pages;
}
const textOf = async (parts: AsyncIterable<string>): Promise<string> => {
  let text = '';
  for await (const part of parts) text += part;
  return text;
};

test('CSV has a header, and amounts in dollars', async () => {
  expect(await textOf(exported.csv.textOf(pagesOf([booking('Bo B.')], [])))).toBe(
    [
      'id,status,payment,disputed,eventType,eventDate,lastDate,totalAmount,paidAmount,refundedAmount,refundDue,createdAt,clientId,creatorId,creatorName',
      'booking-1,confirmed,paid,false,wedding,2999-05-01,2999-05-01,1080.05,1080.05,50.00,0.00,2998-01-01T00:00:00.000Z,c1,p1,Bo B.',
      '',
    ].join('\r\n'),
  );
});

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['Bo, "B"', '"Bo, ""B"""'],
  ['Bo\nB', '"Bo\nB"'],
])('a spreadsheet shows %j as text', async (name, shown) => {
  expect(await textOf(exported.csv.textOf(pagesOf([booking(name)])))).toContain(`,p1,${shown}\r\n`);
});

test.each([
  ['no booking', [[]], []],
  ['two pages', [[booking('Bo "B"')], [booking('Di D.'), booking('Ed E.')], []], ['Bo "B"', 'Di D.', 'Ed E.']],
])('JSON is an array of the bookings: %s', async (_, pages, names) => {
  expect(JSON.parse(await textOf(exported.json.textOf(pagesOf(...pages))))).toEqual(names.map((name) => booking(name)));
});
