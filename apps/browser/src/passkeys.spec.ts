import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import { password, visitor } from './visitor.suite.ts';

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A key that the browser brings along, held and unlocked by its owner. */
const withKey = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
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
