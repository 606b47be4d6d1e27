import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '#platform/testing';
import { type Person, password, type Site, sharedSite } from './api.suite.ts';
import { leadPost } from './samples.suite.ts';
import { Scenario } from './scenario.suite.ts';

let site: Site;
let scenario: Scenario;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ site, stop } = await sharedSite());
  scenario = new Scenario(site);
});
afterAll(() => stop());

const close = (by: Person, body: object = { password }) => site.request('DELETE', '/api/v1/me', { by, body: body });
const sessionsOf = async (by: Person) => (await site.get('/api/v1/me/sessions', by)).items;

describe('sessions', () => {
  test('are listed with their device, the current one first', async () => {
    const firstSession = await site.signUp('client');
    await site.signIn(firstSession);
    const items = await sessionsOf(firstSession);
    expect(items.map((item: { here: boolean }) => item.here)).toEqual([true, false]);
    expect(items[1]).toMatchObject({ device: 'An unknown program', ip: '127.0.0.1' });
  });

  test('a revoked session ends at once, and the others continue', async () => {
    const firstSession = await site.signUp('client');
    const secondSession = await site.signIn(firstSession);
    const [, other] = await sessionsOf(firstSession);
    expect((await site.request('DELETE', `/api/v1/me/sessions/${other.id}`, { by: firstSession })).status).toBe(204);
    expect((await site.request('GET', '/api/v1/me', { by: secondSession })).status).toBe(401);
    expect(await sessionsOf(firstSession)).toHaveLength(1);
  });
});

describe('the export of personal data', () => {
  test('contains only the person’s own data, with what they wrote and did', async () => {
    const [client, creator] = [await site.signUp('client', 'Olivia Owner'), await site.signUp('creator', 'Carla Clay')];
    await scenario.offer(creator);
    const leadId = await scenario.postLead(client);
    await scenario.leadCheckout(creator, leadId);
    await scenario.unlock(creator, leadId);
    const bookingId = await scenario.book(client, creator);
    const mine = await site.get('/api/v1/me/export', client);
    expect(mine).toMatchObject({
      account: { name: client.name, email: client.email, phone: client.phone },
      profile: null,
      leads: [{ id: leadId, description: leadPost.description }],
      bookings: [{ id: bookingId, history: [{ status: 'pending' }] }],
    });
    const types = mine.events.map(({ type }: { type: string }) => type);
    for (const type of ['UserRegistered', 'LeadPosted', 'BookingRequested']) expect(types).toContain(type);
    const creatorExport = await site.request('GET', '/api/v1/me/export', { by: creator });
    expect(creatorExport.body.purchasedLeads).toMatchObject([{ id: leadId }]);
    expect(creatorExport.text).not.toContain(client.email);
    expect(creatorExport.headers.get('content-disposition')).toBe('attachment; filename="festoon-data.json"');
  });
});

describe('closing an account', () => {
  test('requires the password and erases the person everywhere', async () => {
    const person = await site.signUp('client', 'Petra Passing');
    const wrongPassword = await close(person, { password: 'Guessed-1' });
    expect([wrongPassword.status, wrongPassword.body]).toEqual([
      409,
      { code: 'credentials-wrong', message: 'Current password is incorrect' },
    ]);
    expect((await close(person, {})).status).toBe(409);
    expect((await close(person)).status).toBe(204);
    expect((await site.request('GET', '/api/v1/me', { by: person })).status).toBe(401);
    const body = { email: person.email, password };
    expect((await site.request('POST', '/auth/v1/token?grant_type=password', { body })).status).toBe(400);
    await eventually(
      async () => !(await site.rows('select 1 from identity.credentials where user_id = $1', [person.id])).length,
    );
  });

  test('without a password requires a recent sign-in, not just an open session', async () => {
    const now = await site.signUp('client');
    const earlierSession = await site.signIn(now, 11 * 60_000);
    await site.rows('update identity.credentials set password_hash = null where user_id = $1', [now.id]);
    expect(await close(earlierSession, {})).toMatchObject({
      status: 409,
      body: {
        code: 'reauthentication-needed',
        message: 'Sign in again, or enter the code we email you',
      },
    });
    expect(await close(earlierSession, { nonce: '000000' })).toMatchObject({
      status: 409,
      body: { code: 'reauthentication-code-wrong' },
    });
    expect((await close(now, {})).status).toBe(204);
  });

  test('is refused while a confirmed or paid booking is open', async () => {
    const [client, creator] = [await site.signUp('client'), await site.signUp('creator', 'Carla Clay')];
    await scenario.offer(creator);
    const bookingId = await scenario.book(client, creator);
    await site.request('POST', `/api/v1/bookings/${bookingId}/confirm`, { by: creator });
    for (const party of [client, creator])
      expect(await close(party)).toMatchObject({ status: 409, body: { code: 'account-has-open-bookings' } });
  });

  test.each(['client', 'creator'] as const)(
    'of a %s is not prevented by a pending booking, which is cancelled',
    async (who) => {
      const parties = { client: await site.signUp('client'), creator: await site.signUp('creator', 'Carla Clay') };
      await scenario.offer(parties.creator);
      const path = `/api/v1/bookings/${await scenario.book(parties.client, parties.creator)}`;
      const otherParty = who === 'client' ? parties.creator : parties.client;
      expect((await close(parties[who])).status).toBe(204);
      await eventually(async () => (await site.get(path, otherParty)).status === 'cancelled');
      expect((await site.get(`${path}/history`, otherParty)).items[0]).toMatchObject({
        entry: 'cancelled',
        changedByName: 'Festoon',
        notes: `The ${who} has closed their account`,
      });
    },
  );

  test('withdraws their leads: they can no longer be found or bought', async () => {
    const [client, buyer, late] = [
      await site.signUp('client', 'Lena Leaving'),
      await site.signUp('creator'),
      await site.signUp('vendor'),
    ];
    const [sold, unsold] = [await scenario.postLead(client), await scenario.postLead(client)];
    await scenario.leadCheckout(buyer, sold);
    await scenario.unlock(buyer, sold);
    // A purchase is refunded if its client leaves soon afterwards without having written.
    const thread = await site.post('/api/v1/threads', buyer, { leadId: sold });
    await site.post(`/api/v1/threads/${thread.id}/messages`, client, { text: 'When could we talk?' });
    await eventually(async () => (await site.logged()).some(({ type }) => type === 'LeadClientReplied'));
    const isListed = async (id: string) =>
      (await site.get('/api/v1/leads', late)).items.some((lead: { id: string }) => lead.id === id);
    expect(await isListed(unsold)).toBe(true);

    expect((await close(client)).status).toBe(204);
    for (const id of [sold, unsold]) await eventually(async () => !(await isListed(id)));
    const refusedCheckout = await site.request('POST', '/functions/v1/create-lead-payment', {
      by: late,
      body: { leadId: unsold },
    });
    expect([refusedCheckout.status, refusedCheckout.body.code]).toEqual([409, 'lead-not-active']);
    const [bought] = (await site.get('/api/v1/leads/purchased', buyer)).items;
    expect(bought).toMatchObject({
      id: sold,
      status: 'withdrawn',
      clientName: 'Former member',
      contact: { email: '' },
    });
  });

  test('removes their profile and packages from the catalog', async () => {
    const [client, creator] = [await site.signUp('client'), await site.signUp('creator', 'Carla Closing')];
    await scenario.offer(creator);
    const found = async () =>
      (await site.get('/api/v1/creators?limit=100')).items.some(({ id }: { id: string }) => id === creator.id);
    const request = await scenario.bookingRequest(creator);
    expect(await found()).toBe(true);

    expect((await close(creator)).status).toBe(204);
    await eventually(async () => !(await found()));
    const profile = await site.request('GET', `/api/v1/creators/${creator.id}`);
    expect([profile.status, profile.body.code]).toEqual([404, 'creator-not-found']);
    const refusedBooking = await site.request('POST', '/api/v1/bookings', { by: client, body: request });
    expect([refusedBooking.status, refusedBooking.body.code]).toEqual([409, 'package-unavailable']);
  });
});
