import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { Database } from '#platform/postgres';
import { launchChromium } from '../browser/chromium.ts';
import { newcomer, signIn, visitor, waitForText } from '../browser/visitor.suite.ts';
import { Product } from '../chaos/product.suite.ts';
import { RequestLog } from '../chaos/request-log.suite.ts';
import { SeededRandom } from '../chaos/seeded-random.suite.ts';
import { Users } from '../chaos/users.suite.ts';
import { waitForProgress } from './faulty-product.suite.ts';
import { buildNextRelease } from './next-release.suite.ts';

const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);

const requests = new RequestLog();
let product: Product;
let database: Database;
let browser: Browser;
let nextRelease: string;

beforeAll(async () => {
  process.stdout.write(`A changed projection: CHAOS_SEED=${seed}\n`);
  product = await Product.start();
  database = new Database(product.databaseUrl);
  nextRelease = buildNextRelease();
  browser = await launchChromium();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await database?.onApplicationShutdown();
  await product?.stop();
  if (nextRelease) rmSync(nextRelease, { recursive: true, force: true });
}, 120_000);

/** The back office as a new operator sees it, who has given a second factor. */
const operatorPage = async (): Promise<Page> => {
  const [url = ''] = product.urls;
  const { email, context } = await newcomer(browser, url, 'Olga');
  await context.close();
  expect(await product.callOf(nextRelease, 'staff', 'grant', email, 'ops').ended).toMatchObject({ code: 0 });
  const { page } = await visitor(browser, url);
  await signIn(page, email);
  await page.waitForURL('**/staff');
  await database.query("update identity.sessions set aal = 'aal2'");
  await page.goto('/staff/projections');
  return page;
};

test('after a release has changed a projection, operators verify it, rebuild it and roll it back in the browser, while users work', async () => {
  const users = await Users.at(product.urls, requests, new SeededRandom(seed));
  users.begin();
  await waitForProgress(requests);
  await product.upgrade(nextRelease);
  await waitForProgress(requests);

  const page = await operatorPage();
  const choose = () => page.getByLabel('Choose leads_v2').check();
  const press = (task: string) => page.getByRole('button', { name: task, exact: true }).click();
  const confirm = (task: string) => page.getByRole('dialog').getByRole('button', { name: task, exact: true }).click();
  await choose();
  await press('Verify');
  await page.getByRole('heading', { name: 'Verified leads_v2' }).waitFor();
  await waitForText(page, /none differs from a fresh fold/);

  await choose();
  await press('Rebuild');
  await confirm('Rebuild');
  await page.getByRole('heading', { name: 'Rebuilt leads_v2' }).waitFor();
  await waitForProgress(requests);

  await choose();
  await press('Roll back');
  await confirm('Roll back');
  await page.getByRole('heading', { name: 'Rolled back leads_v2' }).waitFor();
  await waitForProgress(requests);
  await users.end();

  expect(requests.violations).toEqual([]);
  expect([...requests.failed].map((request) => product.causeOf(request))).toEqual([]);
  expect(product.services.flatMap(({ unexpectedExits }) => unexpectedExits)).toEqual([]);
}, 900_000);
