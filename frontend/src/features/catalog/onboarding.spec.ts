import { expect, test } from '@jest/globals';
import { onboardingOf, startOf } from './onboarding.ts';

const typed = {
  serviceType: 'photographer',
  specialties: ['Weddings'],
  yearsExperience: 10,
  bio: ' I like long evenings. ',
  instagramHandle: '',
  websiteUrl: '',
  country: 'US',
  city: 'Austin',
  state: 'TX',
  travelRadius: 50,
  packages: [
    { name: 'Full day', description: '', price: 1200.5, durationHours: 8, deliverables: ['Gallery', '', undefined] },
  ],
};

test('the four steps become one request: prices in cents, blank fields left out', () => {
  expect(onboardingOf(typed)).toEqual({
    serviceType: 'photographer',
    specialties: ['Weddings'],
    yearsExperience: 10,
    bio: 'I like long evenings.',
    country: 'US',
    city: 'Austin',
    state: 'TX',
    travelRadius: 50,
    packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: ['Gallery'] }],
  });
});

test('a region of another country is refused', () => {
  expect(() => onboardingOf({ ...typed, country: 'CA' })).toThrow('Please choose a province');
});

test('the steps start with what was saved before', () => {
  const saved = {
    id: '6f2c1c52-9d0b-4a4c-b9a7-6b6a7c1f2b12',
    displayName: 'Bo',
    avatarUrl: null,
    bio: 'I like long evenings.',
    websiteUrl: null,
    instagramHandle: '@bo',
    cancellationPolicy: 'standard' as const,
    onboardingCompleted: true,
    services: [{ serviceType: 'dj' as const, specialties: ['Weddings'], yearsExperience: 3 }],
    locations: [{ city: 'Ocho Rios', state: 'Saint Ann', isPrimary: true, travelRadius: 80 }],
    packages: [],
    portfolio: [],
    rating: { average: null, count: 0 },
  };
  const offer = { name: 'Evening', description: null, durationHours: 4, deliverables: ['Music'] };
  const [id, currency, isActive] = [saved.id, 'USD' as const, true];
  expect(startOf({ ...saved, packages: [{ ...offer, id, currency, isActive, price: 120_050 }] })).toEqual({
    serviceType: 'dj',
    specialties: ['Weddings'],
    yearsExperience: 3,
    bio: 'I like long evenings.',
    instagramHandle: '@bo',
    country: 'JM',
    city: 'Ocho Rios',
    state: 'Saint Ann',
    travelRadius: 80,
    packages: [{ name: 'Evening', price: 1200.5, durationHours: 4, deliverables: ['Music'] }],
  });
  expect(startOf({ ...saved, services: [], locations: [] })).toEqual({
    bio: 'I like long evenings.',
    instagramHandle: '@bo',
    country: 'US',
    travelRadius: 50,
    packages: [{ deliverables: [''] }],
  });
});
