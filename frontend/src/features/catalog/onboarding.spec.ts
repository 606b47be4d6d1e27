import { expect, test } from '@jest/globals';
import { onboardingOf } from './onboarding.ts';

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
  expect(() => onboardingOf({ ...typed, country: 'CA' })).toThrow('Please choose a region of that country');
});
