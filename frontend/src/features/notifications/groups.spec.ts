import { expect, test } from '@jest/globals';
import { groupsFor } from './groups.ts';

test('only professionals choose about matched leads, and only staff about reports', () => {
  const forEveryone = ['messages', 'bookings', 'payments', 'galleries', 'leads'];
  expect(groupsFor({ isProfessional: false, isStaff: false })).toEqual(forEveryone);
  expect(groupsFor({ isProfessional: true, isStaff: false })).toEqual([...forEveryone, 'matches']);
  expect(groupsFor({ isProfessional: false, isStaff: true })).toEqual([...forEveryone, 'staff']);
});
