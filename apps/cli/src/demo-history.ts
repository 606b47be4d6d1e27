import type { BookingDetails } from '#bookings';
import { communityClients, communityProfessionals } from './demo-community.ts';
import { type Name, type Person, people } from './demo-data.ts';

// What happened to the demo's bookings before it was started. Times are days from now; those of the past are negative.

type Part = 'deposit' | 'balance';
type Party = 'client' | 'creator';
/** What a party does. Automatic consequences, such as an expiry, a reminder or a completion, are not listed. */
export type Action =
  | { readonly kind: 'request' | 'confirm' | 'accept' | 'complete' }
  | { readonly kind: 'pay'; readonly part: Part }
  | { readonly kind: 'propose'; readonly by: Party; readonly days: number }
  | { readonly kind: 'cancel'; readonly by: Party; readonly reason: string }
  | { readonly kind: 'dispute'; readonly by: Party; readonly reason: string }
  | { readonly kind: 'write'; readonly by: Party; readonly text: string }
  | { readonly kind: 'review'; readonly stars: number; readonly text: string }
  | { readonly kind: 'reply'; readonly text: string };

export type DemoBooking = Omit<BookingDetails, 'creatorId' | 'packageId' | 'eventDate' | 'eventName'> & {
  readonly eventName: string;
  readonly client: Name | Person;
  readonly creator: Name | Person;
  /** The event's date when it was requested, in days from now. */
  readonly days: number;
  /** Which of the creator's packages, the cheapest first. */
  readonly offer: number;
  readonly steps: readonly (readonly [days: number, action: Action])[];
};

const request: Action = { kind: 'request' };
const confirm: Action = { kind: 'confirm' };
const accept: Action = { kind: 'accept' };
const complete: Action = { kind: 'complete' };
const pay = (part: Part): Action => ({ kind: 'pay', part });
const propose = (by: Party, days: number): Action => ({ kind: 'propose', by, days });
const cancel = (by: Party, reason: string): Action => ({ kind: 'cancel', by, reason });
const dispute = (by: Party, reason: string): Action => ({ kind: 'dispute', by, reason });
const write = (by: Party, text: string): Action => ({ kind: 'write', by, text });

const review = (stars: number, text: string): Action => ({ kind: 'review', stars, text });
const reply = (text: string): Action => ({ kind: 'reply', text });

/** A request that was confirmed on the next day and whose deposit was paid on the day after. */
const agreedSteps = (days: number): [number, Action][] => [
  [days, request],
  [days + 0.8, confirm],
  [days + 1.4, pay('deposit')],
];

const booking = (
  parties: readonly [client: Name | Person, creator: Name | Person],
  event: readonly [eventType: string, eventName: string, days: number, place: string, guests: number, offer: number],
  ...steps: DemoBooking['steps']
): DemoBooking => {
  const [client, creator] = parties;
  const [eventType, eventName, days, eventLocation, expectedAttendance, offer] = event;
  return { client, creator, eventType, eventName, days, eventLocation, expectedAttendance, offer, steps };
};

const guest = (index: number): Person => communityClients[index % communityClients.length] ?? people.host;
const professional = (index: number): Person =>
  communityProfessionals[index % communityProfessionals.length]?.[0] ?? people.studio;

/** A booking that took place as agreed, was paid in full, and was reviewed some days after it was completed. */
const reviewedBooking = (
  parties: readonly [client: Name | Person, creator: Name | Person],
  event: Parameters<typeof booking>[1],
  stars: number,
  text: string,
  answer?: string,
): DemoBooking => {
  const [, , days] = event;
  return booking(
    parties,
    event,
    ...agreedSteps(days - 60),
    [days - 30, pay('balance')],
    [days + 6, complete],
    [days + 9, review(stars, text)],
    ...(answer === undefined ? [] : [[days + 10, reply(answer)] as const]),
  );
};

const reviewedBookings: readonly DemoBooking[] = [
  reviewedBooking(
    [guest(1), 'photographer'],
    ['wedding', 'Gideon & Mae', -61, 'Umlauf Garden, Austin, TX', 70, 1],
    5,
    'Calm, early, and kind to our grandmothers. The light in the evening pictures is unreal.',
  ),
  reviewedBooking(
    [guest(4), 'photographer'],
    ['birthday', 'Harper’s fortieth', -112, 'Barton Springs, Austin, TX', 40, 0],
    4,
    'Lovely pictures. The gallery took a week longer than we had hoped, but he let us know in time.',
    'Thank you for your patience, Harper. The storm took our power for three days.',
  ),
  reviewedBooking(
    [guest(0), 'dj'],
    ['wedding', 'Naomi’s sister', -140, 'Hill House, Austin, TX', 120, 1],
    5,
    'She read the floor like a book. The last song is now our song.',
  ),
  reviewedBooking(
    [guest(2), 'documentary'],
    ['conference', 'Orchard Foods, suppliers’ day', -77, 'Navy Yard, Brooklyn, NY', 200, 0],
    5,
    'The pictures were in our newsletter the next morning, with every name spelled correctly.',
  ),
  reviewedBooking(
    ['host', 'documentary'],
    ['corporate', 'Quiet Machines in New York', -54, 'Pioneer Works, Brooklyn, NY', 150, 1],
    4,
    'Excellent stage photographs. We would have liked a few more of the audience.',
    'Understood. I now plan half an hour for the audience at every talk.',
  ),
  reviewedBooking(
    [guest(3), 'studio'],
    ['social event', 'The Baptistes at home', -91, 'Laurelhurst, Portland, OR', 6, 0],
    5,
    'Two toddlers, one dog and a picture in which all of them look at the camera. There was tea.',
  ),
  reviewedBooking(
    [guest(5), professional(5)],
    ['wedding', 'Winston & Rae', -83, 'Prospect Park, Brooklyn, NY', 60, 1],
    5,
    'It rained, and Farid laughed and kept going. We love every picture under the umbrellas.',
  ),
  reviewedBooking(
    [guest(6), professional(5)],
    ['social event', 'Fournier reunion', -128, 'Fort Greene Park, Brooklyn, NY', 30, 0],
    5,
    'Forty people in one picture, and not one with closed eyes.',
  ),
  reviewedBooking(
    [guest(4), professional(2)],
    ['wedding', 'Harper’s vows', -66, 'Marfa House, Austin, TX', 50, 0],
    4,
    'The film made both families cry. The music is not quite our taste.',
  ),
  reviewedBooking(
    [guest(1), professional(4)],
    ['wedding', 'Gideon & Mae, the flowers', -63, 'Umlauf Garden, Austin, TX', 70, 0],
    5,
    'Flowers that smelled of the field they came from, and nothing left behind the next day.',
  ),
  reviewedBooking(
    [guest(2), professional(8)],
    ['social event', 'Lucia’s rooftop', -49, 'Sunset Park, Brooklyn, NY', 80, 1],
    5,
    'Imani played records that my friends have wanted to hear again for years.',
  ),
  reviewedBooking(
    [guest(3), professional(23)],
    ['birthday', 'Sixty on Royal Street', -58, 'Royal Street, New Orleans, LA', 45, 0],
    3,
    'Good pictures of the courtyard, fewer of the guests than we had agreed.',
    'I am sorry, Andre. I have sent you the full set of the evening.',
  ),
  reviewedBooking(
    [guest(6), professional(49)],
    ['wedding', 'Adele & Desmond', -72, 'Hope Gardens, Kingston, Jamaica', 100, 1],
    5,
    'The whole hill danced. The sound was warm and never too loud.',
  ),
];

export const demoBookings: readonly DemoBooking[] = [
  // Completed.
  booking(
    ['client', 'photographer'],
    ['social event', 'Winters family portraits', -168, 'Zilker Park, Austin, TX', 9, 0],
    ...agreedSteps(-214),
    [-213, write('creator', 'Thank you for booking me! Do the children have a favorite corner of the park?')],
    [-212.6, write('client', 'The big rocks by the creek. And please count on one very shy grandfather.')],
    [-190, pay('balance')],
    [-158, complete],
    [
      -154,
      review(
        5,
        'Paolo found the one place in the park where my father forgot that he hates being photographed. We have the pictures on three walls by now.',
      ),
    ],
    [-153.4, reply('Thank you, Clara. Please say hello to the shy grandfather for me.')],
  ),
  booking(
    ['client', 'dj'],
    ['social event', 'Courtyard party', -72, 'Rosewood Courtyard, Austin, TX', 70, 0],
    ...agreedSteps(-130),
    [-101, pay('balance')],
    [-74, write('creator', 'I load in at four. Is there power on the garden side of the house?')],
    [-73.8, write('client', 'Yes, two sockets behind the fig tree.')],
    [-69.9, write('client', 'People are still talking about the last hour. Thank you!')],
    [-66, review(5, 'Dina asked what our parents danced to and built the whole evening around it. Nobody sat down.')],
  ),
  booking(
    ['host', 'dj'],
    ['corporate', 'Studio party', -33, 'Eastside Yard, Austin, TX', 60, 1],
    ...agreedSteps(-88),
    [-52, pay('balance')],
    [-27, review(4, 'Great music and easy to work with. A little loud for the people who wanted to talk.')],
    [-26, reply('Fair point. Next time I put a second, quieter speaker by the bar.')],
  ),
  booking(
    ['host', 'photographer'],
    ['corporate', 'Quiet Machines, the first evening', -96, 'Central Library, Austin, TX', 180, 1],
    ...agreedSteps(-150),
    [-115, pay('balance')],
    [-86, complete],
    [-80, review(5, 'Four hundred people, a dark room and no flash. Our press team used eleven of the pictures.')],
  ),
  booking(
    ['staff', 'dj'],
    ['birthday', 'Sam’s housewarming', -20, '12 Alder Lane, Austin, TX', 35, 0],
    ...agreedSteps(-61),
    [-38, pay('balance')],
  ),
  booking(
    [guest(0), professional(1)],
    ['wedding', 'Wren & Tobias', -45, 'Mill House, Savannah, GA', 80, 0],
    ...agreedSteps(-120),
    [-70, pay('balance')],
    [-35, complete],
    [-31, review(5, 'Ben was everywhere and nobody noticed him. The album tells the day better than we could.')],
  ),
  ...reviewedBookings,
  // Paid in full, and about to take place or just over. Two of them get galleries.
  booking(
    ['client', 'photographer'],
    ['wedding', 'Clara & June, the garden wedding', 0, 'The Old Orchard, Austin, TX', 90, 1],
    ...agreedSteps(-118),
    [
      -117,
      write('creator', 'Congratulations, both of you. I have the whole day free and the orchard is lovely at six.'),
    ],
    [-116.5, write('client', 'We hoped you would say that. The ceremony is at five, under the oaks.')],
    [-21, pay('balance')],
    [-2.2, write('creator', 'Everything is packed: two cameras, and shoes for wet grass.')],
  ),
  booking(
    ['client', 'photographer'],
    ['wedding', 'Rehearsal dinner', 2, 'Long Table, Austin, TX', 40, 0],
    ...agreedSteps(-48),
    [-19, pay('balance')],
  ),
  booking(
    ['host', 'dj'],
    ['corporate', 'Launch night', 12, 'The Foundry, Austin, TX', 120, 1],
    ...agreedSteps(-40),
    [-4, pay('balance')],
    [-1.2, write('client', 'The doors open at seven now. Does that still work for you?')],
  ),
  // Confirmed: the balance, or the deposit, is still to be paid.
  booking(
    ['client', 'photographer'],
    ['wedding', 'Engagement party', 40, 'The Old Orchard, Austin, TX', 60, 0],
    ...agreedSteps(-12),
  ),
  booking(
    ['client', 'dj'],
    ['birthday', 'Ruth turns seventy', 48, 'Winters’ backyard, Round Rock, TX', 45, 0],
    [-3.1, request],
    [-1.6, confirm],
    [-1.5, write('creator', 'Happy to play for Ruth. Which songs did she dance to in 1974?')],
    [-0.4, write('client', 'All of them. I will send you a list.')],
  ),
  booking(
    [guest(2), 'photographer'],
    ['corporate', 'Orchard Foods, team day', 9, 'Orchard Foods, Austin, TX', 30, 0],
    ...agreedSteps(-31),
  ),
  booking(
    ['staff', professional(2)],
    ['corporate', 'Team breakfast', 26, 'Festoon’s office, Austin, TX', 18, 0],
    ...agreedSteps(-9),
  ),
  // The date was changed.
  booking(
    ['client', 'dj'],
    ['social event', 'June’s parents, forty years', 50, 'Lakeside Hall, Austin, TX', 80, 1],
    ...agreedSteps(-26),
    [-24, write('client', 'My aunt can only come a week later. Would that be possible?')],
    [-23.9, propose('client', 57)],
    [-23.2, accept],
  ),
  booking(
    ['client', 'photographer'],
    ['social event', 'Supper for twenty-four', 87, 'The Old Orchard, Austin, TX', 24, 0],
    [-2.4, request],
    [-1.1, propose('creator', 88)],
    [-1, write('creator', 'I am on a flight that Saturday. Would the day after work for you?')],
  ),
  // Waiting for an answer.
  booking(
    ['client', 'dj'],
    ['wedding', 'Clara & June, the dancing', 150, 'The Old Orchard, Austin, TX', 90, 1],
    [-0.6, request],
  ),
  booking(
    ['host', 'photographer'],
    ['concert', 'Four bands by the river', 72, 'River Stage, Austin, TX', 600, 1],
    [-1.3, request],
  ),
  booking([guest(3), 'dj'], ['birthday', 'Fifty candles', 34, 'Marfa House, Austin, TX', 55, 0], [-0.9, request]),
  // Cancelled by the client under each policy, by the professional, and automatically.
  booking(
    ['client', 'dj'],
    ['social event', 'Street party', 16, 'Maple Street, Austin, TX', 150, 0],
    ...agreedSteps(-35),
    [-9, cancel('client', 'The city moved the road works to that week.')],
  ),
  booking(
    ['client', 'photographer'],
    ['social event', 'Graduation portraits', 20, 'University of Texas, Austin, TX', 6, 0],
    ...agreedSteps(-44),
    [-5, cancel('client', 'The ceremony was moved to another city.')],
  ),
  booking(
    ['client', 'studio'],
    ['social event', 'Portraits in Portland', 14, 'Laurelhurst, Portland, OR', 4, 0],
    ...agreedSteps(-60),
    [-8, cancel('client', 'We cannot travel this month.')],
  ),
  booking(
    ['host', 'photographer'],
    ['corporate', 'Board portraits', 24, 'Congress Avenue, Austin, TX', 8, 0],
    ...agreedSteps(-29),
    [-15, cancel('creator', 'I broke my wrist and cannot hold a camera until next month. I am very sorry.')],
  ),
  booking(
    ['client', 'documentary'],
    ['conference', 'Garden makers’ day', 61, 'Navy Yard, Brooklyn, NY', 120, 0],
    [-19, request],
  ),
  booking(
    [guest(4), 'dj'],
    ['birthday', 'Thirty on the roof', 66, 'Skyline Roof, Austin, TX', 40, 0],
    [-22, request],
    [-21, confirm],
  ),
  // A problem is reported.
  booking(
    [guest(5), 'dj'],
    ['wedding', 'Ida & Malik', -4, 'Hill House, Austin, TX', 110, 1],
    ...agreedSteps(-70),
    [-24, pay('balance')],
    [-2.9, dispute('client', 'The second sound system did not work, so the garden had no music until nine.')],
    [-2.5, write('creator', 'I am sorry. An amplifier failed. I would like to give back a part of the price.')],
  ),
];

/** Which leads professionals unlocked, by the names of their events, and when, in days from now. */
export const demoPurchases: readonly (readonly [buyer: Name, eventName: string, days: number, text: string])[] = [
  [
    'photographer',
    'Ruth turns seventy',
    -0.5,
    'Congratulations to your mother! I live ten minutes from Round Rock and would love to take that picture of all of you.',
  ],
  [
    'photographer',
    'Four bands by the river',
    -0.2,
    'I know that bend of the river: the sun sets behind the second stage. I would love to photograph the crowd there.',
  ],
  [
    'dj',
    'Clara & June',
    -0.4,
    'Dinner at long tables sounds like soul and a little bossa nova. Shall we talk on Sunday?',
  ],
];

/** Who paid for a month of the Pro plan, and when, in days from now. They unlock leads with its credits. */
export const demoPlans: readonly (readonly [holder: Name, days: number])[] = [['photographer', -9]];

/** When everyone last read their messages, and the main accounts their notifications. */
export const lastReadDays = -1.8;

/** The instant this number of days from now. */
export const instantInDays = (days: number, now = Date.now()): string =>
  new Date(now + days * 86_400_000).toISOString();
