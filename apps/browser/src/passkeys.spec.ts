import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import { newcomer, openSecurity, password, seen, signIn, signOut, visitor } from './visitor.suite.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What people hold: the device itself, or a key to plug in that asks for no fingerprint. */
const keys = {
  internal: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  usb: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
} as const;

/** Puts a key into the browser, held by its owner. Answers a way to take it away. */
const withKey = async (page: Page, kind: keyof typeof keys = 'internal'): Promise<() => Promise<void>> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', automaticPresenceSimulation: true, ...keys[kind] } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
};

/** Asks /auth/v1 from the page, as the site's own scripts do. */
const ask = (page: Page, path: string, body: object, token?: string) =>
  page.evaluate(
    async ([path, body, token]) => {
      const response = await fetch(`/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    },
    [path, body, token] as const,
  );

/** Lets the browser's key answer a challenge, and tells the site. */
const give = async (page: Page, factorId: string, token: string) => {
  const { body } = await ask(page, `/factors/${factorId}/challenge`, {}, token);
  const { type, credential_options: options } = body.webauthn;
  const credential_response = await page.evaluate(
    async ([type, publicKey]) => {
      const made =
        type === 'create'
          ? await navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
            })
          : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
      return (made as PublicKeyCredential).toJSON();
    },
    [type, options.publicKey] as const,
  );
  const given = { challenge_id: body.id, webauthn: { type, credential_response } };
  return { type, ...(await ask(page, `/factors/${factorId}/verify`, given, token)) };
};

const aalOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aal;

test('a browser registers a passkey and signs in with it', async () => {
  const { page } = await visitor(browser, product.url);
  await withKey(page);
  await page.goto('/login');
  const email = `${randomUUID()}@example.com`;
  const data = { first_name: 'Ann', last_name: 'Archer', role: 'client' };
  const { body: session } = await ask(page, '/signup', { email, password, data });
  const enrol = { factor_type: 'webauthn', friendly_name: 'This computer' };
  const { body: factor } = await ask(page, '/factors', enrol, session.access_token);

  const registered = await give(page, factor.id, session.access_token);
  expect([registered.type, registered.status, aalOf(registered.body.access_token)]).toEqual(['create', 200, 'aal2']);

  const { body: again } = await ask(page, '/token?grant_type=password', { email, password });
  expect(aalOf(again.access_token)).toBe('aal1');
  const given = await give(page, factor.id, again.access_token);
  expect([given.type, given.status, aalOf(given.body.access_token)]).toEqual(['request', 200, 'aal2']);
});

test.each(['internal', 'usb'] as const)(
  'a passkey (%s) is added in the settings, asked for at the next sign-in, and removed',
  async (kind) => {
    const { page, context, email, heard } = await newcomer(browser, product.url, `Pia.${kind}`);
    await withKey(page, kind);
    const card = await openSecurity(page);
    await card.getByRole('button', { name: 'Add passkey' }).click();
    await seen(page, 'Passkey added');
    await seen(card, /^Added /);

    await signOut(page);
    await signIn(page, email);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await page.getByLabel('Code').count()).toBe(0);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    await seen(page, 'Welcome back');
    await page.waitForURL('**/dashboard');
    await seen(page, 'Your Bookings');

    const again = await openSecurity(page);
    await again.getByRole('button', { name: 'Remove Passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Passkey?' });
    await seen(dialog, 'Your password alone will then sign you in.');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await seen(page, 'Passkey removed');
    await again.getByRole('button', { name: 'Remove Passkey' }).waitFor({ state: 'detached' });
    await signOut(page);
    await signIn(page, email);
    await page.waitForURL('**/dashboard');
    expect(heard).toEqual([]);
    await context.close();
  },
);

test('a key that is known is not added twice, and one that is not there is asked for again', async () => {
  const { page, context, email } = await newcomer(browser, product.url, 'Kim');
  const takeAway = await withKey(page);
  const card = await openSecurity(page);
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await seen(page, 'Passkey added');
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await seen(page, 'This passkey is already one of yours.');
  await card.getByRole('listitem').first().waitFor();
  expect(await card.getByRole('listitem').count()).toBe(1);

  await signOut(page);
  await takeAway();
  await withKey(page);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await seen(page, 'The passkey was not given. Please try again.');
  await page.getByRole('button', { name: 'Use your passkey' }).waitFor();
  await context.close();
});
