import { expect, test } from '@jest/globals';
import { auditFaults, deadLetterFaults, readModelFaults } from './command-checks.suite.ts';
import { paymentFaults, requestFaults, type WrittenEvent } from './request-checks.suite.ts';
import { type Entry, RequestLog } from './request-log.suite.ts';

const postedEntry: Entry = { request: 'r-1', event: 'LeadPosted', stream: 'lead-1', status: 201 };
const refusedEntry: Entry = { request: 'r-2', event: 'BookingConfirmed', stream: 'booking-1', status: 403 };
const writtenEvent: WrittenEvent = { request: 'r-1', type: 'LeadPosted', stream: 'lead-1' };
const check = (entries: readonly Entry[], rows: readonly WrittenEvent[]) =>
  requestFaults({ entries: [...entries] }, rows);

test('an acknowledged write that is in the log once is not reported', () => {
  expect(check([postedEntry, refusedEntry], [writtenEvent])).toEqual([]);
});

test('a lost write is found', () => {
  expect(check([postedEntry], [])).toEqual(['LeadPosted of request r-1, which returned 201 for lead-1, is in []']);
});

test('a duplicated write is found, even in another stream', () => {
  expect(check([postedEntry], [writtenEvent, writtenEvent])).toEqual([
    expect.stringContaining('is in [lead-1,lead-1]'),
  ]);
  expect(check([postedEntry], [writtenEvent, { ...writtenEvent, stream: 'lead-2' }])).toHaveLength(1);
  expect(check([postedEntry], [{ ...writtenEvent, stream: 'lead-2' }])).toHaveLength(1);
});

test('a refused or unrequested write is found', () => {
  const confirmedEvent: WrittenEvent = { request: 'r-2', type: 'BookingConfirmed', stream: 'booking-1' };
  expect(check([refusedEntry], [confirmedEvent])).toEqual([expect.stringContaining('returned 403')]);
  expect(check([postedEntry], [writtenEvent, confirmedEvent])).toEqual([
    'BookingConfirmed of request r-2 was written without being acknowledged',
  ]);
});

test('a checkout whose charges differ from the buttons pressed is found', () => {
  const requests = new RequestLog();
  requests.addPress('s-1', 'pay');
  requests.addPress('s-2', 'decline');
  const faultsOfCharges = (first: number, second: number) =>
    paymentFaults(requests, [
      { session: 's-1', charges: first, settled: true },
      { session: 's-2', charges: second, settled: false },
    ]);
  expect(faultsOfCharges(1, 0)).toEqual([]);
  expect(faultsOfCharges(2, 0)).toEqual(['s-1 has 2 charges after pay']);
  expect(faultsOfCharges(0, 0)).toEqual(['s-1 has 0 charges after pay']);
  expect(faultsOfCharges(1, 1)).toEqual(['s-2 has 1 charges after decline']);
  expect(paymentFaults(requests, [])).toHaveLength(2);
});

test('a payment that was reported as paid but is not settled is found', () => {
  const requests = new RequestLog();
  requests.paid.add('s-1');
  expect(paymentFaults(requests, [{ session: 's-1', charges: 1, settled: false }])).toEqual([
    's-1 was reported as paid, but is not settled',
  ]);
});

test('a read table that differs or whose fold failed is found, and so is a check that examined no table', () => {
  const healthy = { name: 'leads_v1', different: 0 };
  expect(readModelFaults({ ok: true, projections: [healthy] })).toEqual([]);
  expect(readModelFaults({ ok: false, projections: [healthy, { name: 'bookings_v3', different: 2 }] })).toEqual([
    'bookings_v3: 2 rows differ',
  ]);
  expect(readModelFaults({ ok: false, projections: [{ ...healthy, failure: 'a bug' }] })).toEqual(['leads_v1: a bug']);
  expect(readModelFaults({ ok: false, projections: [healthy] })).toEqual(['verify reports not ok']);
  expect(readModelFaults({ ok: true, projections: [] })).toEqual(['no read table was checked']);
});

test('a finding of the audit and a dead letter are found', () => {
  expect(auditFaults({ ok: true, events: 3, findings: [] })).toEqual([]);
  expect(auditFaults({ ok: false, events: 3, findings: [{ position: '2' }] })).toEqual(['{"position":"2"}']);
  expect(auditFaults({ ok: true, events: 0, findings: [] })).toEqual(['no event was checked']);
  expect(deadLetterFaults([])).toEqual([]);
  expect(deadLetterFaults([{ id: 'a' }])).toEqual(['{"id":"a"}']);
});
