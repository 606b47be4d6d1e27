import type { Onboarding } from '../contract.ts';

export type DummyVendorData = {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly profile: Onboarding;
};

type Place = Pick<Onboarding, 'country' | 'city' | 'state'>;
type Work = Pick<Onboarding, 'serviceType' | 'specialties' | 'yearsExperience' | 'bio'>;
type Offer = readonly [name: string, dollars: number, hours: number, ...deliverables: string[]];

const austin: Place = { country: 'US', city: 'Austin', state: 'TX' };
const brooklyn: Place = { country: 'US', city: 'Brooklyn', state: 'NY' };
const portland: Place = { country: 'US', city: 'Portland', state: 'OR' };
const toronto: Place = { country: 'CA', city: 'Toronto', state: 'Ontario' };
const london: Place = { country: 'GB', city: 'London', state: 'Greater London' };
const kingston: Place = { country: 'JM', city: 'Kingston', state: 'Kingston' };

const vendor = (
  number: number,
  name: string,
  place: Place,
  travelRadius: number,
  work: Work,
  ...offers: readonly Offer[]
): DummyVendorData => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const packages = offers.map(([title, dollars, durationHours, ...deliverables]) => ({
    name: title,
    price: dollars * 100,
    durationHours,
    deliverables,
  }));
  const email = `vendor-${String(number).padStart(2, '0')}@dummy.festoon.example`;
  return { firstName, lastName, email, profile: { ...place, ...work, travelRadius, packages } };
};

const work = (
  serviceType: Work['serviceType'],
  specialties: Work['specialties'],
  yearsExperience: number,
  bio: string,
): Work => ({ serviceType, specialties, yearsExperience, bio });

/** The accounts that `seed-dummy-vendors` creates. */
export const dummyVendorData: readonly DummyVendorData[] = [
  vendor(
    1,
    'Nora Whitfield',
    austin,
    100,
    work(
      'photographer',
      ['Weddings', 'Portraits'],
      8,
      'Weddings in natural light, told from the morning to the last song.',
    ),
    ['Half day', 900, 4, '120 edited photos'],
    ['Full day', 2200, 10, '400 edited photos', 'Online gallery'],
  ),
  vendor(
    2,
    'Elias Brandt',
    brooklyn,
    40,
    work(
      'videographer',
      ['Corporate', 'Concerts'],
      6,
      'Short films of conferences and concerts, edited within a week.',
    ),
    ['Highlights', 1400, 5, 'A film of three minutes'],
    ['Two cameras', 2900, 9, 'A film of eight minutes', 'All talks in full'],
  ),
  vendor(
    3,
    'Maya Castillo',
    austin,
    60,
    work(
      'dj',
      ['Weddings', 'Social Events'],
      9,
      'Latin, soul and disco. I ask for three songs you love and three you never want to hear.',
    ),
    ['Evening', 950, 5, 'Sound system', 'Microphone'],
  ),
  vendor(
    4,
    'Owen Fairley',
    portland,
    80,
    work(
      'design',
      ['Weddings', 'Corporate'],
      12,
      'Seasonal flowers, long tables and lights that make a barn look like home.',
    ),
    ['Tables', 700, 4, 'Flowers for ten tables'],
    ['Whole venue', 3600, 12, 'Flowers', 'Lights', 'Set-up and removal'],
  ),
  vendor(
    5,
    'Priya Raman',
    toronto,
    50,
    work('photographer', ['Social Events', 'Food'], 5, 'Family celebrations and the food on their tables.'),
    ['Celebration', 780, 4, '150 edited photos'],
  ),
  vendor(
    6,
    'Callum Reid',
    london,
    70,
    work(
      'photographer',
      ['Corporate', 'Portraits'],
      11,
      'Conferences, awards and calm portraits between two meetings.',
    ),
    ['Morning', 650, 3, '60 edited photos'],
    ['Conference', 1900, 9, '300 edited photos', 'Delivered overnight'],
  ),
  vendor(
    7,
    'Andre Clarke',
    kingston,
    90,
    work('dj', ['Concerts', 'Social Events'], 15, 'Reggae, dancehall and lovers rock on a sound system built by hand.'),
    ['Yard party', 600, 6, 'Sound system'],
    ['Street dance', 1500, 8, 'Two sound systems', 'Lights'],
  ),
  vendor(
    8,
    'Simone Beaufort',
    kingston,
    120,
    work('videographer', ['Weddings'], 7, 'Beach weddings, filmed close and without directing anyone.'),
    ['Ceremony', 1100, 4, 'The whole ceremony'],
    ['The day', 2600, 10, 'A film of ten minutes', 'Ceremony and speeches in full'],
  ),
  vendor(
    9,
    'Grace Holloway',
    london,
    40,
    work(
      'design',
      ['Social Events', 'Fashion'],
      4,
      'Event planner for dinners and small shows: seating, paper, candles and fabric.',
    ),
    ['Dinner', 480, 3, 'Seating plan', 'Decor for one long table'],
  ),
  vendor(
    10,
    'Tomas Rivera',
    brooklyn,
    30,
    work('dj', ['Corporate', 'Fashion'], 10, 'House and hip-hop for launches, shows and rooms with a view.'),
    ['Launch', 1250, 4, 'Sound system', 'Microphone'],
  ),
];
