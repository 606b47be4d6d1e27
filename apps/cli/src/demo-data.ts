import type { AvailabilitySettings, CancellationPolicy, Onboarding } from '#catalog/contract';
import type { SignUp } from '#identity/contract';
import type { LeadPost } from '#leads/contract';
import type { Scene } from '#platform/images';

export type Person = Pick<SignUp, 'firstName' | 'lastName' | 'email' | 'role'> & { readonly phone: string };

export const person = (
  firstName: string,
  lastName: string,
  role: Person['role'],
  name: string,
  last: number,
): Person => ({
  firstName,
  lastName,
  role,
  email: `${name}@festoon.example`,
  phone: `+1 555 01${last}`,
});

export const people = {
  client: person('Clara', 'Winters', 'client', 'client', 10),
  photographer: person('Paolo', 'Ferro', 'creator', 'photographer', 11),
  dj: person('Dina', 'Jarrett', 'creator', 'dj', 12),
  staff: person('Sam', 'Okafor', 'client', 'staff', 13),
  host: person('Marcus', 'Bell', 'client', 'marcus', 14),
  documentary: person('Ines', 'Moreau', 'creator', 'ines', 15),
  studio: person('Theo', 'Lindqvist', 'vendor', 'theo', 16),
} satisfies Record<string, Person>;
export type Name = keyof typeof people;

type Offer = Onboarding['packages'][number];
export const offer = (
  name: string,
  dollars: number,
  durationHours: number,
  description: string,
  ...deliverables: string[]
): Offer => ({
  name,
  description,
  price: dollars * 100,
  durationHours,
  deliverables,
});

export const onboardings: Partial<Record<Name, Onboarding>> = {
  photographer: {
    serviceType: 'photographer',
    specialties: ['Weddings', 'Portraits', 'Social Events'],
    yearsExperience: 9,
    bio: 'I photograph weddings the way they feel at dusk: warm, close and unhurried. Two cameras, no flash in anybody’s face, and the whole day told in order.',
    instagramHandle: 'paoloferro.photo',
    websiteUrl: 'https://paoloferro.example',
    country: 'US',
    city: 'Austin',
    state: 'TX',
    travelRadius: 120,
    packages: [
      offer('Golden hour', 850, 3, 'Portraits and the first hours of a party.', '80 edited photos', 'Online gallery'),
      offer(
        'Full day',
        2400,
        10,
        'From the first button to the last dance.',
        '400 edited photos',
        'Online gallery',
        'Second photographer',
      ),
    ],
  },
  documentary: {
    serviceType: 'photographer',
    specialties: ['Corporate', 'Concerts', 'Fashion'],
    yearsExperience: 6,
    bio: 'Documentary photographs of conferences, stages and the people between them. Delivered the next morning, captioned and ready to publish.',
    country: 'US',
    city: 'Brooklyn',
    state: 'NY',
    travelRadius: 60,
    packages: [
      offer('Half day', 980, 4, 'One stage, one photographer.', '120 edited photos', 'Next-day delivery'),
      offer('Conference', 3100, 16, 'Two days, every session.', '500 edited photos', 'Daily selection for the press'),
    ],
  },
  studio: {
    serviceType: 'photographer',
    specialties: ['Portraits', 'Product', 'Food'],
    yearsExperience: 14,
    bio: 'A daylight studio on wheels. Family portraits in your garden, your products on your own table, always with time for tea.',
    country: 'US',
    city: 'Portland',
    state: 'OR',
    travelRadius: 80,
    packages: [
      offer('Studio at home', 540, 2, 'Light, backdrop and patience come along.', '40 edited photos', 'Print rights'),
    ],
  },
  dj: {
    serviceType: 'dj',
    specialties: ['Weddings', 'Corporate', 'Social Events'],
    yearsExperience: 11,
    bio: 'Soul, disco and house, mixed from vinyl and read from the floor. Brings a small, very good sound system and string lights.',
    instagramHandle: 'dinajarrett',
    country: 'US',
    city: 'Austin',
    state: 'TX',
    travelRadius: 200,
    packages: [
      offer('Evening set', 1200, 5, 'Dinner to last song.', 'Sound system', 'Wireless microphone'),
      offer(
        'Whole party',
        1900,
        9,
        'Ceremony, dinner and dancing.',
        'Two sound systems',
        'String lights',
        'Playlist call',
      ),
    ],
  },
};

const days = 24 * 60 * 60 * 1000;
/** The date this number of days from now, as YYYY-MM-DD. */
export const inDays = (count: number): string => new Date(Date.now() + count * days).toISOString().slice(0, 10);

export const leads: readonly (readonly [of: Name, post: LeadPost])[] = [
  [
    'client',
    {
      eventType: 'wedding',
      eventName: 'Clara & June',
      eventDate: inDays(150),
      description:
        'A garden wedding for ninety people: ceremony under the oaks at five, dinner at long tables, dancing until midnight. We would love someone calm who is good with low light.',
      locationCity: 'Austin',
      locationState: 'TX',
      venueType: 'Outdoor',
      budgetMin: 150_000,
      budgetMax: 320_000,
      expectedAttendance: 90,
      durationDays: 1,
      servicesNeeded: ['photographer', 'dj'],
    },
  ],
  [
    'client',
    {
      eventType: 'birthday',
      eventName: 'Ruth turns seventy',
      eventDate: inDays(48),
      description:
        'My mother’s seventieth birthday in our backyard, three generations and a lot of cousins. A few hours of photographs of everybody, and one good picture of all of us.',
      locationCity: 'Round Rock',
      locationState: 'TX',
      venueType: 'Outdoor',
      budgetMin: 40_000,
      budgetMax: 90_000,
      expectedAttendance: 45,
      durationDays: 1,
      servicesNeeded: ['photographer'],
    },
  ],
  [
    'host',
    {
      eventType: 'conference',
      eventName: 'Quiet Machines',
      eventDate: inDays(95),
      description:
        'A two-day conference about small software, one stage and a hallway that matters more than the stage. We need photographs the same evening and a short film afterwards.',
      locationCity: 'Brooklyn',
      locationState: 'NY',
      venueType: 'Indoor',
      budgetMin: 250_000,
      budgetMax: 600_000,
      expectedAttendance: 220,
      durationDays: 2,
      servicesNeeded: ['photographer', 'videographer'],
    },
  ],
  [
    'staff',
    {
      eventType: 'corporate',
      eventDate: inDays(30),
      description:
        'Summer party for a studio of sixty in a courtyard downtown. We want a DJ who plays records from seven to eleven, not too loud before nine, and lights that make brick look good.',
      locationCity: 'Austin',
      locationState: 'TX',
      venueType: 'Hybrid',
      budgetMin: 80_000,
      budgetMax: 180_000,
      expectedAttendance: 60,
      durationDays: 1,
      servicesNeeded: ['dj', 'design'],
    },
  ],
  [
    'host',
    {
      eventType: 'concert',
      eventName: 'Four bands by the river',
      eventDate: inDays(72),
      description:
        'An open-air evening with four local bands. We’re looking for photos from the pit and from the crowd, and one wide picture when the lights come on over the water.',
      locationCity: 'Portland',
      locationState: 'OR',
      venueType: 'Outdoor',
      budgetMin: 60_000,
      budgetMax: 140_000,
      expectedAttendance: 600,
      durationDays: 1,
      servicesNeeded: ['photographer'],
    },
  ],
];

export const policies: Partial<Record<Name, CancellationPolicy>> = {
  photographer: 'standard',
  dj: 'flexible',
  studio: 'strict',
};

const everyDay = [1, 2, 3, 4, 5, 6, 7];
/**
 * When the professionals work. Only the photographer and the DJ have saved their availability; the other calendars are
 * unknown.
 */
export const availabilities: Partial<Record<Name, AvailabilitySettings>> = {
  photographer: {
    weekdays: everyDay,
    capacity: 1,
    noticeDays: 7,
    blocked: [
      { from: inDays(60), to: inDays(67), reason: 'A week at the coast' },
      { from: inDays(95), to: inDays(95), reason: null },
    ],
  },
  dj: {
    weekdays: everyDay,
    capacity: 2,
    noticeDays: 3,
    blocked: [{ from: inDays(75), to: inDays(78), reason: 'Record fair' }],
  },
};

/** Who creates the demo's galleries. */
export const galleryOwner = 'photographer' satisfies Name;

type DemoSection = { readonly title: string; readonly scene: Scene; readonly photos: number };
export type DemoGallery = {
  readonly eventName: string;
  readonly name: string;
  readonly description: string;
  readonly sections: readonly DemoSection[];
  readonly delivered: boolean;
};

/** The delivered gallery is last: once it exists, all galleries are complete. */
export const demoGalleries: readonly DemoGallery[] = [
  {
    eventName: 'Rehearsal dinner',
    name: 'Rehearsal dinner',
    description: 'A first selection. More photos follow this week.',
    sections: [{ title: 'Dinner', scene: 'tables', photos: 6 }],
    delivered: false,
  },
  {
    eventName: 'Clara & June, the garden wedding',
    name: 'Clara & June',
    description: 'From the first flowers to the last dance. Thank you for having me.',
    sections: [
      { title: 'Morning', scene: 'flowers', photos: 6 },
      { title: 'Golden hour', scene: 'dusk', photos: 6 },
      { title: 'Dinner', scene: 'tables', photos: 4 },
      { title: 'Dancing', scene: 'stage', photos: 4 },
      { title: 'Midnight', scene: 'lights', photos: 4 },
    ],
    delivered: true,
  },
];

/** A picture of a portfolio: what is drawn, and its caption. */
type DemoPicture = { readonly scene: Scene; readonly title: string | null; readonly description: string | null };
const picture = (scene: Scene, title: string | null = null, description: string | null = null): DemoPicture => ({
  scene,
  title,
  description,
});

export const demoPortfolios: Partial<Record<Name, readonly DemoPicture[]>> = {
  photographer: [
    picture('dusk', 'Clara & June', 'The garden, a quarter of an hour after sunset.'),
    picture('lights', 'First dance'),
    picture('flowers'),
    picture('tables', 'The long evening', 'Ninety guests and one string of lights.'),
    picture('dusk'),
    picture('lights', 'The last guests'),
  ],
  documentary: [
    picture('stage', 'Quiet Machines', 'The second day, from the back of the hall.'),
    picture('lights'),
    picture('stage'),
    picture('tables', 'Breakout sessions'),
  ],
  studio: [picture('flowers', 'Garden portraits'), picture('flowers'), picture('tables', 'Tea for two')],
  dj: [
    picture('stage', 'Warm-up', 'Soul and disco, until the floor is full.'),
    picture('stage'),
    picture('lights', 'String lights'),
  ],
};
