import { eventually } from '#platform/testing';
import { type Send, sender } from './http.suite.ts';
import { password } from './visitor.suite.ts';

/** A user who signed up. `token` is for HTTP; `email` and the password are for the screens. */
type Person = { readonly id: string; readonly email: string; readonly token: string };

/** A client and a photographer with a lead, a purchase and two bookings between them. */
export type Fixtures = {
  readonly client: Person;
  readonly creator: Person;
  readonly packageId: string;
  readonly leadId: string;
  /** Its checkout is open, but the creator has not paid for it. */
  readonly otherLeadId: string;
  /** One is pending; the other is confirmed and its deposit is paid. */
  readonly bookings: { readonly pending: string; readonly confirmed: string };
  /** The address of an open checkout. */
  readonly checkout: string;
  /** Posts another lead of the client. `change` replaces some of its fields. */
  readonly postLead: (change: Record<string, unknown>) => Promise<string>;
  /** The checkout session in which the creator paid for the lead. */
  readonly paid: string;
};

const onboarding = {
  serviceType: 'photographer',
  specialties: ['Weddings', 'Portraits'],
  yearsExperience: 10,
  bio: 'I photograph people who forget that I am there. Ten years of weddings and small concerts.',
  instagramHandle: '@maraquinn',
  websiteUrl: 'https://example.com',
  country: 'US',
  city: 'Austin',
  state: 'TX',
  travelRadius: 50,
  packages: [
    { name: 'Full day', price: 360_000, durationHours: 8, deliverables: ['Two photographers', '400 edited photos'] },
    { name: 'Evening', description: 'From dinner on.', price: 99_995, durationHours: 4, deliverables: [] },
  ],
};
const lead = {
  eventType: 'wedding',
  eventName: 'Garden wedding',
  eventDate: '2999-06-20',
  description: 'A garden wedding with dancing until late, and someone calm to photograph it. '.repeat(5),
  locationCity: 'Austin',
  locationState: 'TX',
  venueType: 'Outdoor',
  budgetMin: 200_000,
  budgetMax: 450_000,
  expectedAttendance: 80,
  durationDays: 2,
  servicesNeeded: ['photographer', 'dj'],
};
const eventDetails = {
  eventType: 'wedding',
  eventName: 'Ada & Ben in the garden',
  eventDate: '2999-06-20',
  eventLocation: 'Zilker Garden, Austin, TX',
  eventDescription: 'A garden wedding with dancing until late.',
  expectedAttendance: 80,
};

/** Opens a checkout. Returns its address. */
const checkoutOf = async (send: Send, name: string, by: Person, body: unknown): Promise<string> =>
  String((await send('POST', `/functions/v1/${name}`, by, body)).url);

/** Pays in a checkout. Returns the id of its session. */
const pay = async (send: Send, checkout: string, by: Person): Promise<string> => {
  const sessionId = checkout.split('/').at(-1) ?? '';
  await fetch(`${checkout}/pay`, { method: 'POST', redirect: 'manual' });
  await send('POST', '/functions/v1/verify-payment', by, { sessionId });
  return sessionId;
};

/** Pays for a booking over HTTP, and waits until its pages can show it. */
export const payBooking = async (
  send: Send,
  by: Person,
  bookingId: string,
  paymentType: 'deposit' | 'balance',
): Promise<void> => {
  await pay(send, await checkoutOf(send, 'create-booking-payment', by, { bookingId, paymentType }), by);
  await eventually(
    async () => (await send('GET', `/api/v1/bookings/${bookingId}`, by))[`${paymentType}Paid`] === true,
    `the ${paymentType} is paid`,
  );
};

/** Creates the fixtures over HTTP, with the same requests that the screens send. */
export const createFixtures = async (url: string): Promise<Fixtures> => {
  const send = sender(url);
  const signUp = async (role: string, first_name: string, last_name: string): Promise<Person> => {
    const email = `${first_name.toLowerCase()}@example.com`;
    const data = { first_name, last_name, role, phone: '+1 512 555 0101' };
    const { access_token, user } = await send('POST', '/auth/v1/signup', undefined, { email, password, data });
    return { id: (user as { id: string }).id, email, token: String(access_token) };
  };
  const create = async (path: string, by: Person, body: unknown): Promise<string> =>
    String((await send('POST', path, by, body)).id);

  const [client, creator] = [await signUp('client', 'Ada', 'Park'), await signUp('creator', 'Mara', 'Quinn')];
  await send('POST', '/api/v1/profile/onboarding', creator, onboarding);
  const { packages } = (await send('GET', '/api/v1/profile', creator)) as { packages: { id: string; name: string }[] };
  const packageId = packages.find(({ name }) => name === 'Full day')?.id ?? '';
  const leadId = await create('/api/v1/leads', client, lead);
  const otherLead = await create('/api/v1/leads', client, { ...lead, eventType: 'festival', eventName: undefined });
  const paidSession = await pay(send, await checkoutOf(send, 'create-lead-payment', creator, { leadId }), creator);
  await eventually(
    async () => (await send('GET', `/api/v1/leads/${leadId}`, creator)).unlocked === true,
    'the lead is unlocked',
  );

  const booking = { ...eventDetails, creatorId: creator.id, packageId };
  const pendingBooking = await create('/api/v1/bookings', creator, { ...booking, leadId, eventDate: '2999-06-21' });
  const confirmedBooking = await create('/api/v1/bookings', client, booking);
  await payBooking(send, client, confirmedBooking, 'deposit');
  await send('POST', `/api/v1/bookings/${confirmedBooking}/confirm`, creator);
  const checkout = await checkoutOf(send, 'create-lead-payment', creator, { leadId: otherLead });
  const postLead = (change: Record<string, unknown>) => create('/api/v1/leads', client, { ...lead, ...change });
  return {
    client,
    creator,
    packageId,
    leadId,
    otherLeadId: otherLead,
    bookings: { pending: pendingBooking, confirmed: confirmedBooking },
    checkout,
    paid: paidSession,
    postLead,
  };
};
