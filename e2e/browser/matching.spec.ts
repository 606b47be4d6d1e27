import { beforeAll, expect, test } from '@jest/globals';
import type { Lead } from '#leads/contract';
import { eventually } from '#platform/testing';
import { sender } from './http.suite.ts';
import { testSite } from './test-site.suite.ts';
import { hydrated, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'market' });
/** The professional, whose page both tests use. */
let pro: Visitor;
beforeAll(async () => {
  const { creator } = await site.fixtures();
  pro = await site.signedIn(creator.email);
});

test('professionals, who post no leads, are not offered to when they describe an event', async () => {
  const { page, pageErrors } = pro;
  await page.goto('/vendor-recommendations');
  const field = page.getByLabel('Your event');
  await field.fill('A photographer for a wedding in Austin, TX on June 19, 2999, up to $2,000');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Copy' }).waitFor();
  expect(await page.getByRole('button', { name: 'Post this as a lead' }).count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

test('a professional sees which leads fit and why, the client sees who looked and closes one, and a misspelled name is found', async () => {
  const { creator, client, postLead } = await site.fixtures();
  // The professional has a booking on the day of the other fixtures.
  const eventDate = '2999-07-20';
  await postLead({ eventDate, eventName: 'Vows in Round Rock', locationCity: 'Round Rock' });
  await postLead({ eventDate, eventName: 'Vows in Portland', locationCity: 'Portland', locationState: 'OR' });

  const send = sender(site.url);
  await eventually(async () => {
    const { matches } = await send('POST', '/functions/v1/match-leads', creator);
    return (matches as Lead[]).some((lead) => lead.eventName === 'Vows in Round Rock');
  }, 'the lead has a score');

  const card = (name: string) => pro.page.getByRole('article').filter({ hasText: name });
  await showPage(pro.page, '/leads');
  await card('Vows in Round Rock')
    .getByText(/^\d+% match$/)
    .waitFor();
  expect(await card('Vows in Portland').count()).toBe(0);
  await waitForText(pro.page, 'Your service, 17 miles away, within budget');
  await card('Vows in Round Rock').getByRole('button', { name: 'Why this score?' }).click();
  await waitForText(pro.page, '17 miles away, and you travel up to 50');

  // A sort order and a filter that are chosen before the address shows the first of them are both kept.
  await pro.page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('nav.sorting a, aside label')];
    for (const text of ['Newest', 'Wedding']) elements.find(({ textContent }) => textContent === text)?.click();
  });
  await pro.page.waitForURL((url) => url.search === '?eventType=wedding&sort=newest');
  await card('Vows in Portland').getByRole('button', { name: 'How does this fit you?' }).click();
  await waitForText(pro.page, 'more than twice the 50 miles that you travel');
  expect(pro.pageErrors).toEqual([]);

  const owner = await site.signedIn(client.email);
  const ownCard = owner.page.getByRole('article').filter({ hasText: 'Vows in Round Rock' });
  await eventually(async () => {
    const { items } = await send('GET', '/api/v1/leads/mine', client);
    return (items as Lead[]).some((lead) => lead.eventName === 'Vows in Round Rock' && lead.viewCount === 1);
  }, 'the view is counted');
  await owner.page.goto('/leads/mine');
  await ownCard.getByText('1 view ·').waitFor();
  await ownCard.getByRole('link', { name: 'Edit' }).click();
  const budget = owner.page.getByLabel('Maximum budget');
  await budget.waitFor();
  expect(await budget.inputValue()).toBe('4500.00');
  await owner.page.getByLabel('Event name').fill('Vows in Round Rock at noon');
  await owner.page.getByRole('button', { name: 'Save Changes' }).click();
  await ownCard.getByText('Vows in Round Rock at noon').waitFor();
  await ownCard.getByRole('button', { name: 'Close' }).click();
  await owner.page.getByRole('button', { name: 'Close Lead' }).click();
  await ownCard.getByText('Closed', { exact: true }).waitFor();
  const confirm = async (title: string, button: string): Promise<void> => {
    const dialog = owner.page.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: button }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await ownCard.getByRole('button', { name: 'Mark as Booked' }).click();
  await confirm('Mark this lead as booked?', 'Mark as Booked');
  await ownCard.getByText('Booked', { exact: true }).waitFor();
  expect(await ownCard.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
  const inPortland = owner.page.getByRole('article').filter({ hasText: 'Vows in Portland' });
  await inPortland.getByRole('button', { name: 'Withdraw' }).click();
  await confirm('Withdraw this lead?', 'Keep Lead');
  await inPortland.getByText('Active', { exact: true }).waitFor();
  await inPortland.getByRole('button', { name: 'Withdraw' }).click();
  await confirm('Withdraw this lead?', 'Withdraw Lead');
  await inPortland.getByText('Withdrawn', { exact: true }).waitFor();
  expect(owner.pageErrors).toEqual([]);

  const visitor = await site.visitor();
  await visitor.page.goto('/creators?q=Marra+Quin');
  await waitForText(visitor.page, 'No creator matches “Marra Quin” exactly.');
  await waitForText(visitor.page, 'Mara Quinn');
  await hydrated(visitor.page);
  await visitor.page.getByLabel('Location').fill('Portland, OR');
  await visitor.page.keyboard.press('Enter');
  await waitForText(visitor.page, 'No creators found');
  expect(new URL(visitor.page.url()).searchParams.get('location')).toBe('Portland, OR');
  expect(visitor.pageErrors).toEqual([]);
});
