import { expect, test } from '@jest/globals';
import { paymentFaults, type Written, wordFaults } from './accounts.suite.ts';
import { type Entry, Journal } from './journal.suite.ts';
import { auditFaults, deadLetterFaults, readModelFaults } from './verdicts.suite.ts';

const posted: Entry = { request: 'r-1', event: 'LeadPosted', stream: 'lead-1', status: 201 };
const refused: Entry = { request: 'r-2', event: 'BookingConfirmed', stream: 'booking-1', status: 403 };
const written: Written = { request: 'r-1', type: 'LeadPosted', stream: 'lead-1' };
const told = (entries: readonly Entry[], rows: readonly Written[]) => wordFaults({ entries: [...entries] }, rows);

test('what was acknowledged and stands there once is no fault', () => {
  expect(told([posted, refused], [written])).toEqual([]);
});

test('a lost write is found', () => {
  expect(told([posted], [])).toEqual(['LeadPosted of request r-1, answered 201 for lead-1, stands in []']);
});

test('a doubled write is found, also in another stream', () => {
  expect(told([posted], [written, written])).toEqual([expect.stringContaining('stands in [lead-1,lead-1]')]);
  expect(told([posted], [written, { ...written, stream: 'lead-2' }])).toHaveLength(1);
  expect(told([posted], [{ ...written, stream: 'lead-2' }])).toHaveLength(1);
});

test('a write that was refused, or that nobody asked for, is found', () => {
  const confirmed: Written = { request: 'r-2', type: 'BookingConfirmed', stream: 'booking-1' };
  expect(told([refused], [confirmed])).toEqual([expect.stringContaining('answered 403')]);
  expect(told([posted], [written, confirmed])).toEqual([
    'BookingConfirmed of request r-2 was written, but nobody was told',
  ]);
});

test('a checkout that was charged otherwise than its page was pressed is found', () => {
  const journal = new Journal();
  journal.notePress('s-1', 'pay');
  journal.notePress('s-2', 'decline');
  const charged = (first: number, second: number) =>
    paymentFaults(journal, [
      { session: 's-1', charges: first, settled: true },
      { session: 's-2', charges: second, settled: false },
    ]);
  expect(charged(1, 0)).toEqual([]);
  expect(charged(2, 0)).toEqual(['s-1 has 2 charges after pay']);
  expect(charged(0, 0)).toEqual(['s-1 has 0 charges after pay']);
  expect(charged(1, 1)).toEqual(['s-2 has 1 charges after decline']);
  expect(paymentFaults(journal, [])).toHaveLength(2);
});

test('a payer who was told of a payment that is not there is found', () => {
  const journal = new Journal();
  journal.paid.add('s-1');
  expect(paymentFaults(journal, [{ session: 's-1', charges: 1, settled: false }])).toEqual([
    's-1 was said to be paid, and is not',
  ]);
});

test('a read model that differs, or whose fold broke, is found, and so is a check that looked at none', () => {
  const well = { name: 'leads_v1', different: 0 };
  expect(readModelFaults({ ok: true, projections: [well] })).toEqual([]);
  expect(readModelFaults({ ok: false, projections: [well, { name: 'bookings_v1', different: 2 }] })).toEqual([
    'bookings_v1: 2 rows differ',
  ]);
  expect(readModelFaults({ ok: false, projections: [{ ...well, failure: 'a bug' }] })).toEqual(['leads_v1: a bug']);
  expect(readModelFaults({ ok: false, projections: [well] })).toEqual(['verify says not ok']);
  expect(readModelFaults({ ok: true, projections: [] })).toEqual(['no read model was looked at']);
});

test('a finding of the audit and a dead letter are found', () => {
  expect(auditFaults({ ok: true, events: 3, findings: [] })).toEqual([]);
  expect(auditFaults({ ok: false, events: 3, findings: [{ position: '2' }] })).toEqual(['{"position":"2"}']);
  expect(auditFaults({ ok: true, events: 0, findings: [] })).toEqual(['no event was looked at']);
  expect(deadLetterFaults([])).toEqual([]);
  expect(deadLetterFaults([{ id: 'a' }])).toEqual(['{"id":"a"}']);
});
