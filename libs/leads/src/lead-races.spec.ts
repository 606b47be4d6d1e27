import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Actor } from '#kernel';
import { Context } from '#platform/context';
import { race, raceRuns, TestApp } from '#platform/testing';
import { type LeadEvents, lead, leadPrice } from './lead.ts';
import { buyersPerLead } from './lead-terms.contract.ts';
import { leadText } from './lead-text.suite.ts';

const creator = (): Actor => ({ id: randomUUID(), kind: 'user', role: 'creator' });
const worker: Actor = { id: 'leads.race', kind: 'worker', role: 'reaction' };
const start = '2030-01-01T00:00:00.000Z';
const reservationEnd = '2030-01-01T00:15:00.000Z';
const expiresAt = '2030-03-02T00:00:00.000Z';

let site: TestApp;
beforeAll(async () => {
  site = await TestApp.start({ follows: false });
});
afterAll(() => site.stop());

/** The time of every command from now on. */
const setNow = (now: string): void => {
  site.app.get(Context).now = () => new Date(now);
};

const posted: LeadEvents['LeadPosted'] = {
  ...leadText,
  clientId: randomUUID(),
  leadPrice,
  eventDate: '2030-02-20',
  expiresAt,
};

const reserve = (by: Actor, leadId: string, reservedUntil = reservationEnd) =>
  site.as(by, () =>
    site.store.handle(lead, leadId, 'reservePlace', { reservedUntil, emailVerified: true, clientSuspended: false }),
  );
const openCheckout = (by: Actor, leadId: string) =>
  site.as(by, () =>
    site.store.handle(lead, leadId, 'openCheckout', { paymentId: `pay-${by.id}`, reservedUntil: reservationEnd }),
  );
const release = ({ id: buyerId }: Actor, leadId: string) =>
  site.as(worker, () => site.store.handle(lead, leadId, 'releasePlace', { buyerId, paymentId: `pay-${buyerId}` }));
const recordPurchase = ({ id: buyerId }: Actor, leadId: string) => {
  const purchase = { buyerId, paymentId: `pay-${buyerId}`, amount: leadPrice, expiresAt };
  return site.as(worker, () => site.store.handle(lead, leadId, 'recordPurchase', purchase));
};

/** A lead of which all places but the last are bought. */
const leadWithOnePlace = async (): Promise<string> => {
  setNow(start);
  const id = `lead-${randomUUID()}`;
  await site.as(worker, () => site.store.append<LeadEvents>(id, 0, [{ type: 'LeadPosted', data: posted }]));
  for (const buyer of Array.from({ length: buyersPerLead - 1 }, creator)) {
    await reserve(buyer, id);
    await openCheckout(buyer, id);
    await recordPurchase(buyer, id);
  }
  return id;
};

/** A lead whose last place is reserved by a buyer who is in the checkout. */
const leadInCheckout = async (buyer: Actor): Promise<string> => {
  const id = await leadWithOnePlace();
  await reserve(buyer, id);
  await openCheckout(buyer, id);
  return id;
};

const stateOf = async (id: string) => (await site.store.load(lead, id)).state;

test('the last place of a lead goes to one of two buyers', async () => {
  for (const run of raceRuns) {
    const id = await leadWithOnePlace();
    const [bo, vi] = [creator(), creator()];
    const outcomes = await race(
      run,
      () => reserve(bo, id),
      () => reserve(vi, id),
    );
    expect([...outcomes].sort()).toEqual(['done', 'lead-full']);
    const winner = outcomes[0] === 'done' ? bo : vi;
    expect(Object.keys((await stateOf(id)).reserved)).toEqual([winner.id]);
  }
}, 600_000);

test('a place that is released while another buyer wants it is reserved by them or free', async () => {
  for (const run of raceRuns) {
    const [bo, vi] = [creator(), creator()];
    const id = await leadInCheckout(bo);
    const [released, reserved] = await race(
      run,
      () => release(bo, id),
      () => reserve(vi, id),
    );
    expect(released).toBe('done');
    expect(['done', 'lead-full']).toContain(reserved);
    expect(Object.keys((await stateOf(id)).reserved)).toEqual(reserved === 'done' ? [vi.id] : []);
  }
}, 600_000);

test('a payment after its reservation against another reservation: the buyer has the lead, or gets the money back', async () => {
  for (const run of raceRuns) {
    const [bo, vi] = [creator(), creator()];
    const id = await leadInCheckout(bo);
    setNow('2030-01-01T00:15:00.001Z');
    const [paid, reserved] = await race(
      run,
      () => recordPurchase(bo, id),
      () => reserve(vi, id, expiresAt),
    );
    expect(paid).toBe('done');
    const { bought, refunds } = await stateOf(id);
    const isBought = bo.id in bought;
    expect(reserved).toBe(isBought ? 'lead-full' : 'done');
    expect(refunds.includes(`pay-${bo.id}`)).toBe(!isBought);
    expect(Object.keys(bought)).toHaveLength(isBought ? buyersPerLead : buyersPerLead - 1);
  }
}, 600_000);
