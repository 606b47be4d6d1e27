import { expect, test } from '@jest/globals';
import { changesIn } from './proposal-values.ts';

const agreed = {
  eventDate: '2027-06-20',
  durationDays: 2,
  startTime: '10:00',
  eventLocation: 'Old mill',
  package: { id: 'p-1' },
};
const same = { ...agreed, packageId: 'p-1' };

test('a proposal contains what was changed', () => {
  expect(changesIn(same, agreed)).toEqual({});
  expect(changesIn({ ...same, eventDate: '2027-07-04', durationDays: 3, startTime: '18:30' }, agreed)).toEqual({
    eventDate: '2027-07-04',
    durationDays: 3,
    startTime: '18:30',
  });
  expect(changesIn({ ...same, eventLocation: ' Boat house ', packageId: 'p-2' }, agreed)).toEqual({
    eventLocation: 'Boat house',
    packageId: 'p-2',
  });
});

test('a start time that was cleared is removed; other fields that were cleared stay as they are', () => {
  expect(changesIn({ ...same, startTime: '' }, agreed)).toEqual({ startTime: null });
  expect(changesIn({ eventDate: '', durationDays: null, startTime: '10:00', eventLocation: ' ' }, agreed)).toEqual({});
  expect(changesIn({ startTime: undefined }, { ...agreed, startTime: null })).toEqual({});
});
