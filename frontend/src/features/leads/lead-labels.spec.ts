import { expect, test } from '@jest/globals';
import type { PurchasedLead } from '#leads/contract';
import { clientMailLink, type ListedLead, leadTitle } from './lead-labels.ts';

const lead: ListedLead & Pick<PurchasedLead, 'contact'> = {
  id: 'lead-6d3f1a52-8a0a-4c8e-9a8e-5f5f6f0c1a11',
  eventName: null,
  eventType: 'wedding',
  eventDate: '2027-06-20',
  durationDays: 1,
  locationCity: 'Austin',
  locationState: 'TX',
  venueType: null,
  budgetMin: 200_000,
  budgetMax: 450_000,
  expectedAttendance: null,
  servicesNeeded: [],
  leadPrice: 2_500,
  currency: 'USD',
  createdAt: '2026-01-01T00:00:00.000Z',
  buyers: 1,
  buyersLimit: 5,
  contact: { name: 'Ann Brown', email: 'ann@example.com', phone: null },
};

test('a lead is called by its event’s name, or by type and place', () => {
  expect(leadTitle({ ...lead, eventName: 'Garden party' })).toBe('Garden party');
  expect(leadTitle(lead)).toBe('Wedding in Austin');
  expect(leadTitle({ ...lead, locationCity: '' })).toBe('Wedding in TX');
  expect(clientMailLink(lead)).toBe('mailto:ann@example.com?subject=Wedding%20in%20Austin');
});

test('the lead of a former member has neither a place nor an address to write to', () => {
  const contact = { name: 'Former member', email: '', phone: null };
  const emptied = { ...lead, locationCity: '', locationState: '', contact };
  expect([leadTitle(emptied), clientMailLink(emptied)]).toEqual(['Wedding', null]);
});
