import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Jobs } from '#platform/jobs';
import { Database } from '#platform/postgres';
import { eventually, TestApp } from '#platform/testing';
import { PaymentsGatewayModule } from './payments-gateway.module.ts';
import { type GatewayBench, paymentsGatewaySuite } from './payments-gateway.suite.ts';
import { PaymentsGateway } from './payments-gateway.ts';
import { attempts, pauseAfter } from './sandbox-webhooks.ts';

type ReceivedWebhook = { rawBody: Buffer; headers: IncomingHttpHeaders; path: string };

/**
 * The site that receives webhooks. It responds with the statuses that a test has planned for a session, otherwise 200.
 */
const listener = async () => {
  const receivedWebhooks: ReceivedWebhook[] = [];
  const plannedStatuses = new Map<string, number[]>();
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const rawBody = Buffer.concat(chunks);
    receivedWebhooks.push({ rawBody, headers: request.headers, path: request.url ?? '' });
    const [, planned] = [...plannedStatuses].find(([sessionId]) => rawBody.includes(sessionId)) ?? [];
    response.writeHead(planned?.shift() ?? 200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const webhooksAbout = (sessionId: string) => receivedWebhooks.filter(({ rawBody }) => rawBody.includes(sessionId));
  const waitForWebhooks = async (sessionId: string, count: number) => {
    await eventually(() => webhooksAbout(sessionId).length >= count);
    return webhooksAbout(sessionId);
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    plannedStatuses,
    received: waitForWebhooks,
    close: () => new Promise((closed) => server.close(closed)),
  };
};

const sandbox = async () => {
  const site = await listener();
  const provider = await TestApp.start({
    imports: [PaymentsGatewayModule],
    settings: { PUBLIC_URL: site.url },
    follows: false,
  });
  const { app } = provider;
  app.get(Jobs).start();
  const close = async () => {
    await provider.stop();
    await site.close();
  };
  const press = (sessionId: string, action: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/sandbox/checkout/${sessionId}/${action}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: '',
    });
  return { app, site, close, press };
};

const actions = { declined: 'decline', cancelled: 'cancel' } as const;

paymentsGatewaySuite('sandbox', ['declined', 'cancelled', 'expired'], async (): Promise<GatewayBench> => {
  const { app, site, close, press } = await sandbox();
  const gateway = app.get(PaymentsGateway);
  const expire = async (sessionId: string) => {
    await app.get(Database).query('update sandbox.checkouts set expires_at = now() where id = $1', [sessionId]);
    await gateway.retrieve(sessionId);
  };
  return {
    gateway,
    pay: (sessionId) => press(sessionId, 'pay'),
    end: (sessionId, how) => (how === 'expired' ? expire(sessionId) : press(sessionId, actions[how])),
    webhooks: site.received,
    close,
  };
});

describe('the checkout page of the sandbox', () => {
  let sandboxSite: Awaited<ReturnType<typeof sandbox>>;
  beforeAll(async () => {
    sandboxSite = await sandbox();
  });
  afterAll(() => sandboxSite.close());

  const openCheckout = async (changes: { description?: string; amount?: number } = {}) => {
    const { sessionId, url } = await sandboxSite.app.get(PaymentsGateway).openCheckout({
      paymentId: 'payment-1',
      reference: 'booking-1/deposit',
      amount: 123_450,
      currency: 'USD',
      description: 'Deposit: Wedding, June 20, 2027',
      successUrl: 'https://festoon.example/bookings/booking-1?payment=success&session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://festoon.example/bookings/booking-1?payment=canceled',
      idempotencyKey: String(Math.random()),
      ...changes,
    });
    return { sessionId, path: new URL(url).pathname };
  };
  const see = (path: string) => sandboxSite.app.inject({ method: 'GET', url: path });

  test('shows what is paid, every button, and that no money moves', async () => {
    const { path, sessionId } = await openCheckout();
    const { statusCode, body, headers } = await see(path);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const text of ['no money moves', '$1,234.50', 'Deposit: Wedding, June 20, 2027', 'For testers'])
      expect(body).toContain(text);
    expect(body).not.toContain('booking-1/deposit');
    expect([...body.matchAll(/formaction="([^"]+)"/g)].map(([, to]) => to)).toEqual(
      ['pay', 'decline', 'cancel', 'pay-twice', 'pay-late', 'pay-out-of-order'].map((action) => `${path}/${action}`),
    );
    expect(sessionId).toMatch(/^cs_sandbox_[0-9a-f]{40}$/);
  });

  test('says for how long it can be paid, without a time zone', async () => {
    const { path, sessionId } = await openCheckout();
    const validFor = async (secondsLeft: number) => {
      await sandboxSite.app
        .get(Database)
        .query(`update sandbox.checkouts set expires_at = clock_timestamp() + $2 * interval '1 second' where id = $1`, [
          sessionId,
          secondsLeft,
        ]);
      const { body } = await see(path);
      expect(body).not.toContain('UTC');
      return /This page is valid for [^<]*/.exec(body)?.[0];
    };
    expect(await validFor(23 * 60)).toBe('This page is valid for 23 more minutes.');
    expect(await validFor(60)).toBe('This page is valid for 1 more minute.');
    expect(await validFor(0)).toBeUndefined();
  });

  test('has no scripts and no inline styles, and cannot be framed', async () => {
    const { path } = await openCheckout();
    const { body, headers } = await see(path);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(body).not.toMatch(/<style|style=|<script>|\son\w+=/);
  });

  test('texts of users are escaped', async () => {
    const { path } = await openCheckout({ description: `<script>alert("1" & '2')</script>` });
    expect((await see(path)).body).toContain('&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;');
  });

  test('each button redirects to the right address, and a second press changes nothing', async () => {
    const [paid, cancelled, declined] = [await openCheckout(), await openCheckout(), await openCheckout()];
    const returnUrl = 'https://festoon.example/bookings/booking-1?payment=';
    const success = `${returnUrl}success&session_id=${paid.sessionId}`;
    const resultOfPress = async (sessionId: string, action: string) => {
      const { statusCode, headers } = await sandboxSite.press(sessionId, action);
      return [statusCode, headers.location];
    };
    for (const action of ['pay', 'pay', 'decline', 'pay-twice'])
      expect(await resultOfPress(paid.sessionId, action)).toEqual([303, success]);
    for (const action of ['cancel', 'pay'])
      expect(await resultOfPress(cancelled.sessionId, action)).toEqual([303, `${returnUrl}canceled`]);
    expect(await resultOfPress(declined.sessionId, 'decline')).toEqual([303, declined.path]);
    expect(await sandboxSite.app.get(PaymentsGateway).retrieve(paid.sessionId)).toMatchObject({
      status: 'paid',
      charges: [{ amount: 123_450 }],
    });
    const views = [
      [paid, 'Paid', success.replaceAll('&', '&amp;')],
      [cancelled, 'Canceled', `${returnUrl}canceled`],
      [declined, 'Card declined', `${returnUrl}canceled`],
    ] as const;
    for (const [{ path }, title, link] of views) {
      const { body } = await see(path);
      expect(body).toContain(`role="status">${title}</p>`);
      expect(body).toContain(`href="${link}"`);
      expect(body).not.toContain('<form');
    }
  });

  test('an amount of more than 32 bits is paid and refunded, in parts', async () => {
    const gateway = sandboxSite.app.get(PaymentsGateway);
    const { sessionId } = await openCheckout({ amount: 3_000_000_000 });
    await sandboxSite.press(sessionId, 'pay');
    const chargeId = (await gateway.retrieve(sessionId))?.charges[0]?.chargeId ?? '';
    const refundPart = (idempotencyKey: string, amount: number) =>
      gateway.refund({ sessionId, chargeId, amount, idempotencyKey });
    const [part, rest] = [randomUUID(), randomUUID()];
    const refunds = [
      { refundId: part, chargeId, amount: 2_900_000_000 },
      { refundId: rest, chargeId, amount: 100_000_000 },
    ];
    expect(await refundPart(part, 2_900_000_000)).toEqual(refunds[0]);
    expect(await refundPart(part, 2_900_000_000)).toEqual(refunds[0]);
    expect(await refundPart(rest, 100_000_001)).toBeUndefined();
    expect(await refundPart(rest, 100_000_000)).toEqual(refunds[1]);
    const charges = [{ chargeId, amount: 3_000_000_000 }];
    expect(await gateway.retrieve(sessionId)).toMatchObject({ status: 'paid', charges, refunds });
  });

  test('an unknown checkout gets a page, and an unknown button does nothing', async () => {
    const { statusCode, body } = await see('/sandbox/checkout/cs_sandbox_0');
    expect([statusCode, body.includes('Checkout not found')]).toEqual([404, true]);
    expect((await sandboxSite.press('cs_sandbox_0', 'pay')).headers.location).toBe('/sandbox/checkout/cs_sandbox_0');
    const { sessionId, path } = await openCheckout();
    for (const action of ['toString', 'free'])
      expect((await sandboxSite.press(sessionId, action)).headers.location).toBe(path);
    expect(await sandboxSite.app.get(PaymentsGateway).retrieve(sessionId)).toMatchObject({ status: 'open' });
  });

  test('a page of another site cannot press a button', async () => {
    const { sessionId } = await openCheckout();
    expect((await sandboxSite.press(sessionId, 'pay', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await sandboxSite.press(sessionId, 'pay', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
  });

  test('its stylesheet and fonts are separate files', async () => {
    const style = await see('/sandbox/style.css');
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8');
    const fonts = [...style.body.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url ?? '');
    expect(fonts).toHaveLength(2);
    for (const font of fonts) {
      const { headers, rawPayload } = await see(font);
      expect(headers['content-type']).toBe('font/woff2');
      expect(rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    }
  });

  test('attempts continue for three days, never more than a minute apart', () => {
    const pauses = Array.from({ length: attempts - 1 }, (_, i) => pauseAfter(i + 1));
    expect(pauses.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000]);
    expect(Math.max(...pauses)).toBe(60_000);
    const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.99);
    expect(days).toBeLessThan(3.01);
  });

  test('a webhook is sent until it is acknowledged, with a new signature each time', async () => {
    const { sessionId } = await openCheckout();
    sandboxSite.site.plannedStatuses.set(sessionId, [500, 302]);
    await sandboxSite.press(sessionId, 'pay');
    const sentWebhooks = await sandboxSite.site.received(sessionId, 3);
    expect(sentWebhooks.map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => '/api/v1/payments/webhook'));
    expect(new Set(sentWebhooks.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
    const [sql, values] = ['select attempts, delivered_at from sandbox.events where body like $1', [`%${sessionId}%`]];
    const state = async () => (await sandboxSite.app.get(Database).query(sql, values))[0];
    await eventually(async () => (await state())?.delivered_at);
    expect(await state()).toMatchObject({ attempts: 3 });
    for (const { rawBody, headers } of sentWebhooks)
      expect(await sandboxSite.app.get(PaymentsGateway).parseWebhook(rawBody, headers)).toMatchObject({ sessionId });
  });
});
