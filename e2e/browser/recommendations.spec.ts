import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsOn } from './accessibility.suite.ts';
import type { Fixtures } from './fixtures.suite.ts';
import { sender } from './http.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import {
  choose,
  hold,
  intercept,
  password,
  showPage,
  signOut,
  submitSignIn,
  type Visitor,
  waitForText,
} from './visitor.suite.ts';

const site = testSite({ product: 'market' });
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await site.fixtures();
});
const functionUrl = '**/functions/v1/recommend-vendors';
const cutOffCard = {
  id: 'vanishing',
  displayName: 'Vanishing Vendor',
  path: '/creators/vanishing',
  bookingPath: '/bookings/create?creator=vanishing',
  service: 'photographer',
  services: ['photographer'],
  specialty: null,
  city: 'Austin',
  region: 'TX',
  miles: 0,
  price: 100,
  date: null,
  reason: '',
  drawbacks: [],
  picture: null,
  rating: { average: null, count: 0 },
};

const idea = 'A photographer for a wedding in Austin, TX on June 19, 2999, up to $2,000';

/** Leaves the assistant's page, which ends the conversation there, and opens it again. */
const beginConversation = async (page: Page): Promise<void> => {
  await showPage(page, '/terms');
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
  await showPage(page, '/vendor-recommendations');
  await page.getByRole('list', { name: 'Examples' }).waitFor();
};

/** The next reply arrives up to the end of its first part. Then the connection breaks, or the rest takes forever. */
const endAfterFirstPart = (page: Page, how: 'breaks' | 'stalls'): Promise<void> =>
  page.evaluate((end) => {
    const { fetch } = window;
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith('/recommend-vendors')) return response;
      window.fetch = fetch;
      const [firstPart] = (await response.text()).split('\n\n');
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`${firstPart}\n\n`));
          if (end === 'stalls') init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
        },
        // The reader has taken the first part.
        pull: (controller) => (end === 'breaks' ? controller.error(new TypeError('network error')) : undefined),
      });
      return new Response(body, { headers: response.headers });
    };
  }, how);

/** Signs in where the product asks for it. */
const signInHere = async (page: Page): Promise<void> => {
  await page.waitForURL('**/login');
  await submitSignIn(page, fixtures.client.email);
};

describe('conversations of a visitor', () => {
  const step = dependentTests();
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await site.visitor();
  });

  step(
    'a visitor describes an event, asks a follow-up question, and sees the message of a refused request',
    async () => {
      const { creator } = fixtures;
      const { page, pageErrors } = visitor;
      await page.goto('/vendor-recommendations');
      const field = page.getByLabel('Your event');
      const heightOf = async () => (await field.boundingBox())?.height;
      const send = page.getByRole('button', { name: 'Send' });
      await field.waitFor();
      expect(await heightOf()).toBe(60);
      await field.fill('   ');
      await field.press('Enter');
      expect([await send.isDisabled(), await page.locator('.chat-question').count()]).toEqual([true, 0]);
      await field.fill('A photographer for a wedding in Austin, TX,');
      await field.press('Shift+Enter');
      await field.pressSequentially('in June 2999, up to $2,000');
      expect(await field.inputValue()).toContain('TX,\nin June');
      await field.press('Enter');
      const log = page.getByRole('log', { name: 'Conversation' });
      await waitForText(
        page,
        'You need a photographer for a wedding in Austin, TX in June 2999 with at most $2,000.00.',
      );
      const profile = log.getByRole('link', { name: 'Mara Quinn', exact: true });
      expect(await profile.first().getAttribute('href')).toBe(`/creators/mara-quinn-${creator.id}`);
      await waitForText(page, 'from $999.95 (Evening)');
      const bookingPath = expect.stringContaining(`/bookings/create?creator=${creator.id}&package=`);
      expect(await log.getByRole('link', { name: 'Book Now', exact: true }).getAttribute('href')).toEqual(bookingPath);
      await log.getByRole('button', { name: 'Copy' }).waitFor();

      await field.fill('cheaper');
      await field.press('Enter');
      await waitForText(page, 'None of the photographers is cheaper and fits everything you asked for.');
      await log.getByRole('button', { name: 'Copy' }).nth(1).waitFor();

      await field.fill('1\n2\n3\n4\n5\n6\n7');
      expect(await heightOf()).toBe(120);
      await field.fill('x'.repeat(10_000));
      expect((await field.inputValue()).length).toBe(2_000);
      await waitForText(page, 'Please use at most 2,000 characters');

      let endFailures = () => {};
      const failWith = async (status: number, body = '{}', contentType = 'application/json') => {
        endFailures();
        endFailures = await intercept(page, functionUrl, (route) => route.fulfill({ status, body, contentType }));
      };
      await failWith(429);
      await field.fill('a DJ too');
      await field.press('Enter');
      await waitForText(page, 'Rate limit exceeded');
      await waitForText(page, 'Please try again in a moment.');
      const again = page.getByRole('button', { name: 'Try again' });
      await failWith(402);
      await again.click();
      await waitForText(page, 'Payment required');
      await waitForText(page, 'Please add credits to continue.');
      await failWith(200, 'data: {"choices":[{"delta":{"content":"Cut off here"}}]}\n\n', 'text/event-stream');
      await again.click();
      await waitForText(page, 'Failed to get recommendations. Please try again.');
      expect(await log.getByText('Cut off here').count()).toBe(0);
      endFailures();
      await again.click();
      await waitForText(page, 'There are no DJs and musicians on Festoon yet.');
      // Send is only there once the reply is complete.
      await send.waitFor();
      expect(await again.count()).toBe(0);

      // A request that is never answered: nothing else is sent until the user stops it.
      const endSilence = await intercept(page, functionUrl, () => undefined);
      const questions = page.locator('.chat-question');
      await field.fill('in July');
      await field.press('Enter');
      const stop = page.getByRole('button', { name: 'Stop' });
      await stop.waitFor();
      const sent = await questions.count();
      await field.fill('in August');
      await field.press('Enter');
      expect([await questions.count(), await field.inputValue()]).toEqual([sent, 'in August']);
      await stop.click();
      await send.waitFor();
      endSilence();
      // The browser itself reports the two refused requests.
      expect(pageErrors.filter((error) => !/status of 4(?:29|02)/.test(error))).toEqual([]);
    },
  );

  step(
    'a visitor stops the first reply, after one that was cut off, and deletes what is kept of both at once',
    async () => {
      const { page, pageErrors } = visitor;
      pageErrors.length = 0;
      await beginConversation(page);
      await endAfterFirstPart(page, 'breaks');
      await page.getByLabel('Your event').fill(idea);
      await page.getByLabel('Your event').press('Enter');
      await waitForText(page, 'Failed to get recommendations. Please try again.');
      expect(await page.locator('.chat-reply').count()).toBe(0);
      await endAfterFirstPart(page, 'stalls');
      await page.getByRole('button', { name: 'Try again' }).click();
      await waitForText(page.locator('.chat-reply'), 'You need a photographer');
      await page.getByRole('button', { name: 'Stop' }).click();
      // The part that has arrived stays.
      await waitForText(page.locator('.chat-reply'), 'You need a photographer');

      const deletions: Promise<number | undefined>[] = [];
      page.on('request', (request) => {
        if (request.method() === 'DELETE') deletions.push(request.response().then((response) => response?.status()));
      });
      await page.getByRole('button', { name: 'Delete this conversation' }).click();
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await page.getByRole('list', { name: 'Examples' }).waitFor();
      expect(await Promise.all(deletions)).toEqual([204, 204]);
      expect(pageErrors).toEqual([]);
    },
  );

  step('while a conversation is deleted, the next question cannot be sent, and it stays in the field', async () => {
    const { page } = visitor;
    const field = page.getByLabel('Your event');
    await field.fill(idea);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    const release = await hold(page, '**/api/v1/conversations/*');
    await page.getByRole('button', { name: 'Delete this conversation' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    const question = 'A DJ for a party in Austin, TX';
    await field.fill(question);
    await field.press('Enter');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    await field.blur();
    release();
    await page.getByRole('list', { name: 'Examples' }).waitFor();
    expect([await page.locator('.chat-question').count(), await field.inputValue()]).toEqual([0, question]);
    await page.waitForFunction(() => document.activeElement?.matches('textarea'));
    await field.press('Enter');
    await waitForText(page.locator('.chat-question'), question);
  });

  step('an answer shows a card of each vendor that it names, which leads to the profile and to a booking', async () => {
    const { page, pageErrors } = visitor;
    await beginConversation(page);
    const field = page.getByLabel('Your event');
    const send = page.getByRole('button', { name: 'Send' });
    await field.fill(idea);
    await field.press('Enter');
    const cards = page.getByRole('list', { name: 'Recommended vendors' });
    const card = cards.getByRole('listitem').filter({ hasText: 'Mara Quinn' });
    await card.getByText('Photographer · Weddings · Austin, TX').waitFor();
    await card.getByText('From $999.95').waitFor();
    await card.getByText('No public calendar, so ask for the date').waitFor();
    await card.getByText('Specializes in weddings and has 10 years of experience.').waitFor();
    // The illustration that stands for a missing picture.
    await card.locator('svg').waitFor();
    await send.waitFor();
    expect(await cards.getByRole('listitem').count()).toBe(1);

    // The cards of an answer that is removed are removed with it.
    const line = { choices: [{ delta: { content: 'Cut off here' } }], vendors: [cutOffCard] };
    const body = `data: ${JSON.stringify(line)}\n\n`;
    const endFailures = await intercept(page, functionUrl, (route) =>
      route.fulfill({ status: 200, body, contentType: 'text/event-stream' }),
    );
    await field.fill('with a budget of $1,500');
    await field.press('Enter');
    await waitForText(page, 'Failed to get recommendations. Please try again.');
    expect(await page.getByText('Vanishing Vendor').count()).toBe(0);
    expect(await cards.count()).toBe(1);
    endFailures();
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitForText(page, 'with at most $1,500.00.');
    await send.waitFor();
    expect(await cards.count()).toBe(2);

    expect(await cards.last().getByRole('link', { name: 'Book Now: Mara Quinn' }).getAttribute('href')).toMatch(
      /^\/bookings\/create\?creator=.+&package=.+&date=2999-06-19$/,
    );
    await cards.last().getByRole('link', { name: 'Mara Quinn', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Mara Quinn' }).waitFor();
    await page.getByRole('link', { name: 'Book Now' }).first().click();
    await signInHere(page);
    await page.getByRole('heading', { name: 'Book Mara Quinn' }).waitFor();
    await page.getByLabel('Evening').check();
    await choose(page, 'Event type', 'Wedding');
    await page.getByLabel('Event date').fill('2999-06-19');
    await page.getByLabel('Event date').press('Enter');
    await page.getByLabel('Location').fill('Zilker Garden, Austin');
    await page.getByRole('button', { name: 'Create Booking' }).click();
    await waitForText(page, 'Booking created successfully!');
    await waitForText(page, 'Deposit pending');
    await waitForText(page, '$299.99');
    expect(pageErrors).toEqual([]);
  });
});

test('a visitor posts the described event as a lead: the form is filled after signing in', async () => {
  const { page, pageErrors } = await site.visitor();
  await page.goto('/vendor-recommendations');
  const field = page.getByLabel('Your event');
  const post = page.getByRole('button', { name: 'Post this as a lead' });
  await field.fill('hello');
  await field.press('Enter');
  await waitForText(page, 'Tell me about your event');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  expect(await post.count()).toBe(0);
  await field.fill(idea);
  await field.press('Enter');
  await post.waitFor();
  await field.fill('For 80 guests');
  await field.press('Enter');
  await post.nth(1).click();
  await page.waitForURL('**/login');
  expect(new URL(page.url()).search).toBe('');
  await signInHere(page);
  await page.waitForURL('**/leads/create');
  const shownIn = (label: string) => page.getByLabel(label).inputValue();
  const shownValues = async () => ({
    date: await shownIn('Event date'),
    city: await shownIn('City'),
    budget: [await shownIn('Minimum budget'), await shownIn('Maximum budget')],
    guests: await shownIn('Expected attendance'),
    description: await shownIn('Description'),
    services: await page
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
  });
  const filled = {
    date: '2999-06-19',
    city: 'Austin',
    budget: ['0.00', '2000.00'],
    guests: '80',
    description: `hello\n${idea}\nFor 80 guests`,
    services: ['photographer'],
  };
  await page.getByLabel('Description').waitFor();
  expect(await shownValues()).toEqual(filled);
  await waitForText(page.getByRole('main'), 'Wedding');
  await waitForText(page.getByRole('main'), 'TX');

  // The start of the lead is still there after the page is loaded again.
  await page.reload();
  await page.getByLabel('Description').waitFor();
  expect(await shownValues()).toEqual(filled);
  await page.getByRole('button', { name: 'Post Lead' }).click();
  await waitForText(page, 'Lead posted successfully!');
  await page.getByRole('heading', { name: 'Browse Leads' }).waitFor();

  await showPage(page, '/leads/create');
  await page.getByLabel('Description').waitFor();
  expect(await shownIn('Description')).toBe('');
  expect(pageErrors).toEqual([]);
});

// One page, which is loaded only at the start and for the reply that is interrupted.
describe('conversations of a client', () => {
  const step = dependentTests();
  let ada: Visitor;
  beforeAll(async () => {
    ada = await site.signedIn(fixtures.client.email);
  });

  step(
    'questions that are not answered stay, and are asked again in any order, also after the page was loaded offline',
    async () => {
      const { page } = ada;
      const field = page.getByLabel('Your event');
      await page.goto('/vendor-recommendations');
      await field.waitFor();
      await page.context().setOffline(true);
      const asked = page.locator('.chat-question');
      const unanswered = asked.filter({ hasText: 'Not answered' });
      const questions = ['A photographer for a party in Austin, TX', 'A DJ for a party in Austin, TX'];
      for (const [index, question] of questions.entries()) {
        await field.fill(question);
        await field.press('Enter');
        await unanswered.nth(index).waitFor();
      }
      await page.context().setOffline(false);
      await waitForText(page, 'Failed to get recommendations. Please try again.');
      await unanswered.first().getByRole('button', { name: 'Try again' }).click();
      await waitForText(page.locator('.chat-reply'), 'You need a photographer');
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      expect(await unanswered.count()).toBe(1);
      expect(await asked.last().innerText()).toContain('A photographer for a party');
      await unanswered.getByRole('button', { name: 'Try again' }).click();
      await waitForText(page.locator('.chat-reply').nth(1), 'DJ');
      await page.getByRole('button', { name: 'Copy' }).nth(1).waitFor();
      expect(await unanswered.count()).toBe(0);
    },
  );

  step('signed-in people find, continue and delete their earlier conversations', async () => {
    const { page, pageErrors } = ada;
    pageErrors.length = 0;
    const field = page.getByLabel('Your event');
    const ask = async (text: string, answer: string) => {
      await field.fill(text);
      await field.press('Enter');
      await waitForText(page, answer);
      await page.getByRole('button', { name: 'Copy' }).last().waitFor();
    };
    const earlier = page.getByRole('region', { name: 'Earlier conversations' });
    const question = 'A photographer for a picnic in Austin, TX';
    await beginConversation(page);
    await ask(question, 'You need a photographer');
    await beginConversation(page);
    await earlier.getByRole('button', { name: question, exact: true }).click();
    await waitForText(page.locator('.chat-question'), question);
    const cards = page.getByRole('list', { name: 'Recommended vendors' });
    await cards.getByRole('link', { name: 'Book Now: Mara Quinn' }).waitFor();
    await waitForText(cards, 'From $999.95');
    await waitForText(page, 'Prices and dates on these cards are as they are today.');
    await ask('in June 2999', 'in Austin, TX in June 2999');
    expect(await page.locator('.chat-question').count()).toBe(2);

    await beginConversation(page);
    await earlier.getByRole('button', { name: `Delete: ${question}` }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    await page.waitForFunction(() => document.activeElement?.ariaLabel?.startsWith('Delete: '));
    await earlier.getByRole('button', { name: `Delete: ${question}` }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await earlier.getByRole('button', { name: question, exact: true }).waitFor({ state: 'detached' });
    // The title of the list, or the field if the list is empty now.
    await page.waitForFunction(() => document.activeElement?.matches('h2, textarea'));
    expect(pageErrors).toEqual([]);
  });

  step('a reply that streams when the page is loaded again is found among the earlier conversations', async () => {
    const { page } = ada;
    const field = page.getByLabel('Your event');
    await endAfterFirstPart(page, 'stalls');
    const question = 'A photographer for a reunion in Austin, TX';
    await field.fill(question);
    await field.press('Enter');
    await waitForText(page.locator('.chat-reply'), 'You need a photographer');
    await page.reload();
    const earlier = page.getByRole('region', { name: 'Earlier conversations' });
    await earlier.getByRole('button', { name: question, exact: true }).click();
    await waitForText(page.locator('.chat-question'), question);
    await waitForText(page.locator('.chat-reply'), 'You need a photographer');
  });

  step('a conversation is not said to be deleted when the session has ended elsewhere', async () => {
    const { page, context } = ada;
    const field = page.getByLabel('Your event');
    await beginConversation(page);
    await field.fill('A photographer for a parade in Austin, TX');
    await field.press('Enter');
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    const otherTab = await context.newPage();
    await otherTab.goto('/dashboard');
    await signOut(otherTab);
    await page.getByRole('button', { name: 'Delete this conversation' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await waitForText(page, 'Failed to delete the conversation');
    await waitForText(page, 'It belongs to your account. Sign in again, then delete it.');
    await page.locator('.chat-question').waitFor();
  });
});

/** Adds a vendor near Austin, named `first` Reyes. */
const addVendor = async (first: string, serviceType: string, price: number): Promise<void> => {
  const send = sender(site.url);
  const data = { first_name: first, last_name: 'Reyes', role: 'creator', phone: '+1 512 555 0101' };
  const email = `${first.toLowerCase()}@example.com`;
  const { access_token } = await send('POST', '/auth/v1/signup', undefined, { email, password, data });
  const packages = [{ name: 'Evening', price, durationHours: 4, deliverables: [] }];
  const profile = { serviceType, specialties: ['Weddings'], yearsExperience: 3, bio: 'Calm and on time.' };
  const place = { country: 'US', city: 'Round Rock', state: 'TX', travelRadius: 50 };
  await send('POST', '/api/v1/profile/onboarding', { token: String(access_token) }, { ...profile, ...place, packages });
};

test('two or three vendors are compared side by side, with the keyboard and on a phone', async () => {
  await addVendor('Vera', 'videographer', 120_000);
  await addVendor('Theo', 'dj', 50_000);
  await addVendor('Uma', 'design', 70_000);
  const { page, pageErrors } = await site.visitor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/vendor-recommendations');
  const field = page.getByLabel('Your event');
  await field.fill('A photographer, a videographer, a DJ and flowers for a wedding in Austin, TX on June 19, 2999');
  await field.press('Enter');
  const choiceOf = (name: string) => page.getByRole('checkbox', { name: `Compare ${name}` });
  const compare = page.getByRole('button', { name: /^Compare/ });
  await choiceOf('Uma Reyes').waitFor();
  await page.getByRole('button', { name: 'Send' }).waitFor();
  await choiceOf('Mara Quinn').press('Space');
  expect(await compare.isDisabled()).toBe(true);
  await choiceOf('Vera Reyes').press('Space');
  await page.getByRole('button', { name: 'Compare 2 vendors' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare vendors' });
  await dialog.waitFor();
  const rows = () =>
    dialog
      .locator('tbody')
      .evaluateAll((groups) =>
        groups.map((group) => [...group.querySelectorAll('th, td')].map((cell) => cell.textContent)),
      );
  expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Mara Quinn', 'Vera Reyes']),
  );
  expect(await rows()).toEqual([
    ['Price', 'From $999.95', 'From $1,200.00'],
    ['Rating', 'New', 'New'],
    ['Place', 'Austin, TX', 'Round Rock, TX · 17 miles away'],
    ['Your date', 'No public calendar, so ask for the date', 'No public calendar, so ask for the date'],
    ['Services', 'Photographer', 'Videographer'],
    [
      'Why they suit your event',
      'Specializes in weddings and has 10 years of experience.',
      'Specializes in weddings and has 3 years of experience.',
    ],
    ['Book', 'Book Now', 'Book Now'],
  ]);
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // The focus is where it was.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Compare 2 vendors');
  expect(await violationsOn(page)).toEqual([]);

  // A fourth vendor cannot be chosen.
  await choiceOf('Theo Reyes').press('Space');
  expect(await choiceOf('Uma Reyes').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Compare 3 vendors' }).press('Enter');
  await dialog.waitFor();
  expect((await rows()).map((cells) => cells.length)).toEqual([4, 4, 4, 4, 4, 4, 4]);
  const isWiderThanDialog = (table: Element) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0);
  expect(await dialog.getByRole('table').evaluate(isWiderThanDialog)).toBe(false);
  await dialog.getByRole('link', { name: 'Theo Reyes', exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Theo Reyes' }).waitFor();
  expect(pageErrors).toEqual([]);
});
