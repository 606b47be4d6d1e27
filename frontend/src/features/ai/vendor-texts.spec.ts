import { expect, test } from '@jest/globals';
import type { VendorCard } from '#ai/contract';
import { placeOf, servicesOf } from './vendor-texts.ts';

const placed = (city: string, region: string, miles: number | null) => placeOf({ city, region, miles } as VendorCard);

test('the place of a vendor, with the distance if there is one', () => {
  expect(placed('Round Rock', 'TX', 17)).toBe('Round Rock, TX · 17 miles away');
  expect(placed('Round Rock', 'TX', 1)).toBe('Round Rock, TX · 1 mile away');
  expect(placed('Austin', 'TX', 0)).toBe('Austin, TX');
  expect(placed('Kingston', 'Kingston', null)).toBe('Kingston');
  expect(placed('', '', 1_200)).toBe('1,200 miles away');
});

test('the services of a vendor, in the order of the catalog and by their names', () =>
  expect(servicesOf({ services: ['videographer', 'unknown', 'photographer'] } as unknown as VendorCard)).toBe(
    'Photographer, Videographer',
  ));
