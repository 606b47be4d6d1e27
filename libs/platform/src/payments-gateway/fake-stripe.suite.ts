import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Form = Readonly<Record<string, string>>;
type Reply = { readonly status: number; readonly body: unknown };
type FakeSession = {
  id: string;
  form: Form;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  created: number;
  intent: { id: string; chargeId?: string | null } | null;
};
type FakeCharge = { id: string; intent: string; amount: number };
type FakeRefund = { id: string; charge: string; amount: number; metadata: Record<string, string>; status: string };
type FakeDispute = { id: string; charge: string; amount: number; status: string; created: number };
/** What happens to the next request to a path: it may have its effect although the client gets no answer. */
export type StripeFault = 'reset after effect' | 'reset' | '500 after effect' | '429' | 'stall';
export type StripeWebhook = {
  readonly id: string;
  readonly type: string;
  readonly session: string;
  readonly body: string;
};

const key = 'sk_test_fake';
const webhookSecret = 'whsec_fake';
/** Cents; Stripe refuses smaller and larger amounts in USD. */
const [minAmount, maxAmount] = [50, 99_999_999];
const pageSize = 100;

/**
 * The parameters of the published API that the product may send, each with what Stripe accepts. Any other is refused.
 */
const positive = /^[1-9]\d*$/;
const parameters: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'POST /v1/checkout/sessions': {
    mode: /^payment$/,
    client_reference_id: /^[\w-]{1,200}$/,
    'allowed_payment_method_types[]': /^card$/,
    'adaptive_pricing[enabled]': /^(true|false)$/,
    'line_items[][quantity]': positive,
    'line_items[][price_data][currency]': /^[a-z]{3}$/,
    'line_items[][price_data][unit_amount]': positive,
    'line_items[][price_data][product_data][name]': /^.{1,250}$/s,
    'payment_intent_data[metadata][paymentId]': /^.{1,500}$/,
    'payment_intent_data[metadata][reference]': /^.{1,500}$/,
    success_url: /^https?:\/\/./,
    cancel_url: /^https?:\/\/./,
  },
  'GET /v1/checkout/sessions': { payment_intent: /^pi_/, limit: positive },
  'GET /v1/checkout/sessions/:id': { 'expand[]': /^payment_intent\.latest_charge$/ },
  'POST /v1/checkout/sessions/:id/expire': {},
  'POST /v1/refunds': { charge: /^ch_/, amount: positive, 'metadata[refundId]': /^.{1,500}$/ },
  'GET /v1/disputes': {
    charge: /^ch_/,
    'created[gte]': positive,
    'expand[]': /^data\.payment_intent$/,
    limit: positive,
    starting_after: /^dp_/,
  },
  'GET /v1/refunds': { charge: /^ch_/, limit: positive, starting_after: /^re_/ },
};
const required: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/checkout/sessions': ['mode', 'line_items[][quantity]', 'success_url'],
  'POST /v1/refunds': ['charge'],
};

const problem = (status: number, error: Record<string, string>): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'What the fake refuses', ...error } },
});

/**
 * A server with the part of Stripe's API that the product uses, in memory: Checkout Sessions, refunds and signed
 * webhooks. Like Stripe it refuses unknown parameters, answers a repeated idempotency key with its first response, and
 * refuses the key with other parameters or while the first request runs.
 */
export class FakeStripe {
  readonly key: string = key;
  readonly webhookSecret: string = webhookSecret;
  readonly webhooks: StripeWebhook[] = [];
  /** Where webhooks are sent; undefined if a test sends them itself. */
  webhookUrl: string | undefined;
  /** The faults of the next requests to a path that begins with this. */
  readonly faults: { path: string; fault: StripeFault }[] = [];
  readonly #sessions = new Map<string, FakeSession>();
  readonly #charges = new Map<string, FakeCharge>();
  readonly #refunds: FakeRefund[] = [];
  readonly #disputes: FakeDispute[] = [];
  readonly #replies = new Map<string, { request: string; reply: Promise<Reply>; done: boolean }>();
  #ids = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<FakeStripe> {
    const fake = new FakeStripe();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The settings of a product that takes payments here. */
  get settings(): Record<string, string> {
    return { PAYMENTS: 'stripe', STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_URL: this.url };
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** What was charged and not refunded, in cents, of all sessions with this reference to a payment. */
  balanceOf(paymentId: string): number {
    const sessions = [...this.#sessions.values()].filter(({ form }) => form.client_reference_id === paymentId);
    return sessions.reduce((sum, { intent }) => {
      const charge = this.#charges.get(intent?.chargeId ?? '');
      return charge ? sum + charge.amount - this.#refundedOf(charge.id) - this.#takenOf(charge.id) : sum;
    }, 0);
  }

  chargeOf(sessionId: string): string {
    return this.#sessions.get(sessionId)?.intent?.chargeId ?? '';
  }

  /** The customer pays on the checkout page. Does nothing unless the session is open. */
  pay(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session?.status !== 'open') return;
    Object.assign(session, { status: 'complete', paid: true });
    this.#charge(session, this.#id('pi'));
    this.#emit('checkout.session.completed', session, this.#sessionObject(session, false));
  }

  #charge(session: FakeSession, intent: string): void {
    const id = this.#id('ch');
    this.#charges.set(id, { id, intent, amount: Number(session.form['line_items[0][price_data][unit_amount]']) });
    session.intent = { id: intent, chargeId: id };
  }

  /**
   * The customer completes the checkout page, but the card's bank has not answered yet. Does nothing unless the session
   * is open.
   */
  payLater(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session?.status === 'open')
      Object.assign(session, { status: 'complete', intent: { id: this.#id('pi'), chargeId: null } });
  }

  /** The bank pays what was left to it by {@link payLater}. No webhook about it arrives. */
  collect(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session?.intent || session.paid) return;
    session.paid = true;
    this.#charge(session, session.intent.id);
  }

  /** The session reaches the end of its time. */
  expire(sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    if (session?.status !== 'open') return;
    session.status = 'expired';
    this.#emit('checkout.session.expired', session, this.#sessionObject(session, false));
  }

  /** The customer's bank wants the charge of a session back, or a part of it. */
  dispute(sessionId: string, part?: number): void {
    const charge = this.#charges.get(this.chargeOf(sessionId));
    if (!charge) return;
    const amount = part ?? charge.amount - this.#refundedOf(charge.id);
    const created = Math.floor(Date.now() / 1_000);
    this.#disputes.push({ id: this.#id('dp'), charge: charge.id, amount, status: 'needs_response', created });
    this.#emitDispute('charge.dispute.created', sessionId);
  }

  /** Opens a dispute about a charge of another application. */
  disputeOtherApplication(): void {
    const created = Math.floor(Date.now() / 1_000);
    this.#disputes.push({ id: this.#id('dp'), charge: this.#id('ch'), amount: 900, status: 'needs_response', created });
  }

  /** The bank decides about the dispute of a session. */
  decideDispute(sessionId: string, status: 'won' | 'lost'): void {
    for (const dispute of this.#disputes) if (dispute.charge === this.chargeOf(sessionId)) dispute.status = status;
    this.#emitDispute('charge.dispute.closed', sessionId);
  }

  #emitDispute(type: string, sessionId: string): void {
    const session = this.#sessions.get(sessionId);
    const dispute = this.#disputes.findLast(({ charge }) => charge === this.chargeOf(sessionId));
    if (session) this.#emit(type, session, { ...dispute, object: 'dispute', payment_intent: session.intent?.id });
  }

  /** Someone refunds a part of a charge in Stripe's dashboard. */
  refundManually(chargeId: string, amount: number): void {
    this.#refund({ charge: chargeId, amount: String(amount) });
  }

  /** A session that has no payment of this product, even if the application uses the same reference. */
  openForOtherApplication(reference?: string): string {
    const form = { 'line_items[0][price_data][unit_amount]': '2500' };
    const { body } = this.#open(reference === undefined ? form : { ...form, client_reference_id: reference });
    return String((body as { id: string }).id);
  }

  /** A day has passed. */
  forgetIdempotencyKeys(): void {
    this.#replies.clear();
  }

  /** The headers of a webhook that is sent `at` this time. */
  headersOf(body: string, at = new Date()): Record<string, string> {
    const t = Math.floor(at.getTime() / 1_000);
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex');
    return { 'content-type': 'application/json', 'stripe-signature': `t=${t},v1=${v1}` };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const body = request.method === 'POST' ? await text(request) : '';
    const [, paidSession] = /^\/pay\/(\w+)/.exec(url.pathname) ?? [];
    if (paidSession) return this.#page(request, response, paidSession);
    const [fault] = this.faults.splice(
      this.faults.findIndex(({ path }) => url.pathname.startsWith(path)),
      this.faults.some(({ path }) => url.pathname.startsWith(path)) ? 1 : 0,
    );
    if (fault?.fault === 'stall') return;
    if (fault?.fault === 'reset') return void request.socket.destroy();
    const reply =
      fault?.fault === '429' ? problem(429, { code: 'rate_limit' }) : await this.#answer(request, url, body);
    if (fault?.fault === 'reset after effect') return void request.socket.destroy();
    const answer = fault?.fault === '500 after effect' ? problem(500, { type: 'api_error' }) : reply;
    response.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': this.#id('req') });
    response.end(JSON.stringify(answer.body));
  }

  /** The checkout page: a button to pay, and a link back. */
  #page(request: IncomingMessage, response: ServerResponse, sessionId: string): void {
    const { form } = this.#sessions.get(sessionId) ?? {};
    const success = form?.success_url?.replace('{CHECKOUT_SESSION_ID}', sessionId) ?? '/';
    if (request.method === 'POST') {
      this.pay(sessionId);
      response.writeHead(303, { location: success }).end();
      return;
    }
    const name = form?.['line_items[0][price_data][product_data][name]'] ?? '';
    const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(
      `<!doctype html><title>Checkout</title><h1>${escaped}</h1><form method="post"><button>Pay</button></form><a href="${form?.cancel_url}">Back</a>`,
    );
  }

  #answer(request: IncomingMessage, url: URL, body: string): Promise<Reply> | Reply {
    if (request.headers.authorization !== `Bearer ${key}`)
      return problem(401, { message: `Invalid API Key provided: ${request.headers.authorization}` });
    const form = Object.fromEntries(new URLSearchParams(request.method === 'POST' ? body : url.search));
    const idempotencyKey = request.headers['idempotency-key'];
    const run = () => this.#run(request.method ?? '', url.pathname, form);
    return typeof idempotencyKey === 'string' && request.method === 'POST'
      ? this.#once(idempotencyKey, `${url.pathname}?${body}`, run)
      : run();
  }

  /** Stores the reply to the first request with a key, unless its parameters were wrong. */
  async #once(idempotencyKey: string, request: string, run: () => Reply): Promise<Reply> {
    const known = this.#replies.get(idempotencyKey);
    if (known && known.request !== request) return problem(400, { type: 'idempotency_error' });
    if (known && !known.done) return problem(409, { code: 'idempotency_key_in_use' });
    if (known) return known.reply;
    // Takes a moment, so that requests can overlap.
    const reply = new Promise<Reply>((resolve) => setTimeout(() => resolve(run()), 5));
    const entry = { request, reply, done: false };
    this.#replies.set(idempotencyKey, entry);
    const { status } = await reply;
    entry.done = true;
    if (status === 400) this.#replies.delete(idempotencyKey);
    return reply;
  }

  #run(method: string, path: string, form: Form): Reply {
    const [, id = ''] = /^\/v1\/checkout\/sessions\/([^/]+)/.exec(path) ?? [];
    const route = `${method} ${id ? path.replace(id, ':id') : path}`;
    const wrong = wrongParameter(route, form);
    if (wrong) return wrong;
    switch (route) {
      case 'POST /v1/checkout/sessions':
        return this.#open(form);
      case 'GET /v1/checkout/sessions':
        return listOf(
          [...this.#sessions.values()]
            .filter(({ intent }) => intent?.id === form.payment_intent)
            .map((one) => this.#sessionObject(one, false)),
        );
      case 'GET /v1/checkout/sessions/:id':
        return this.#with(id, (session) => ({ status: 200, body: this.#sessionObject(session, 'expand[0]' in form) }));
      case 'POST /v1/checkout/sessions/:id/expire':
        return this.#with(id, (session) => this.#close(session));
      case 'POST /v1/refunds':
        return this.#refund(form);
      case 'GET /v1/disputes':
        return this.#disputeList(form);
      default:
        return this.#refundList(form);
    }
  }

  #open(form: Form): Reply {
    const amount = Number(form['line_items[0][price_data][unit_amount]']);
    if (amount < minAmount) return problem(400, { code: 'amount_too_small' });
    if (amount > maxAmount) return problem(400, { code: 'amount_too_large' });
    const created = Math.floor(Date.now() / 1_000);
    const id = this.#id('cs_test');
    const session: FakeSession = { id, form, status: 'open', paid: false, created, intent: null };
    this.#sessions.set(id, session);
    return { status: 200, body: this.#sessionObject(session, false) };
  }

  #close(session: FakeSession): Reply {
    if (session.status !== 'open') return problem(400, { message: 'Only open sessions can be expired' });
    this.expire(session.id);
    return { status: 200, body: this.#sessionObject(session, false) };
  }

  #refund({ charge: chargeId = '', amount: requested, ...form }: Form): Reply {
    const charge = this.#charges.get(chargeId);
    if (!charge) return problem(404, { code: 'resource_missing', param: 'charge' });
    if (this.#disputes.some(({ charge: of, status }) => of === chargeId && status === 'needs_response'))
      return problem(400, { code: 'charge_disputed' });
    const left = charge.amount - this.#refundedOf(chargeId) - this.#takenOf(chargeId);
    const amount = requested === undefined ? left : Number(requested);
    if (left === 0) return problem(400, { code: 'charge_already_refunded' });
    if (amount > left) return problem(400, { param: 'amount' });
    const refundId = form['metadata[refundId]'];
    const metadata: Record<string, string> = refundId === undefined ? {} : { refundId };
    const refund = { id: this.#id('re'), charge: chargeId, amount, metadata, status: 'succeeded' };
    this.#refunds.push(refund);
    const session = [...this.#sessions.values()].find(({ intent }) => intent?.chargeId === chargeId);
    if (session) this.#emit('refund.created', session, { ...refund, object: 'refund', payment_intent: charge.intent });
    return { status: 200, body: { ...refund, object: 'refund', payment_intent: charge.intent } };
  }

  #disputeList({ charge, starting_after: after, limit, ...form }: Form): Reply {
    const isWanted = (of: string, created: number) =>
      (charge === undefined || of === charge) && created >= Number(form['created[gte]'] ?? 0);
    const newestFirst = this.#disputes.filter((dispute) => isWanted(dispute.charge, dispute.created)).reverse();
    const withIntent = newestFirst.map((dispute) => ({
      ...dispute,
      payment_intent: 'expand[0]' in form ? this.#intentOf(dispute.charge) : this.#charges.get(dispute.charge)?.intent,
    }));
    return pageOf(withIntent, after, limit);
  }

  #intentOf(chargeId: string): { id: string; metadata: { paymentId: string | undefined } } | null {
    const session = [...this.#sessions.values()].find(({ intent }) => intent?.chargeId === chargeId);
    if (!session?.intent) return null;
    const metadata = { paymentId: session.form['payment_intent_data[metadata][paymentId]'] };
    return { id: session.intent.id, metadata };
  }

  #refundList({ charge, starting_after: after, limit }: Form): Reply {
    return pageOf(this.#refunds.filter((refund) => refund.charge === charge).reverse(), after, limit);
  }

  #with(id: string, answer: (session: FakeSession) => Reply): Reply {
    const session = this.#sessions.get(id);
    return session ? answer(session) : problem(404, { code: 'resource_missing', param: 'session' });
  }

  /** What banks took back of a charge. */
  #takenOf(chargeId: string): number {
    const lost = this.#disputes.filter(({ charge, status }) => charge === chargeId && status === 'lost');
    return lost.reduce((total, { amount }) => total + amount, 0);
  }

  #refundedOf(chargeId: string): number {
    return this.#refunds.reduce((sum, { charge, amount }) => (charge === chargeId ? sum + amount : sum), 0);
  }

  #sessionObject({ id, form, status, paid, created, intent }: FakeSession, expanded: boolean): Record<string, unknown> {
    const charge = this.#charges.get(intent?.chargeId ?? '');
    const expandedIntent = intent && {
      id: intent.id,
      object: 'payment_intent',
      status: paid ? 'succeeded' : 'processing',
      metadata: { paymentId: form['payment_intent_data[metadata][paymentId]'] },
      latest_charge: charge
        ? {
            ...charge,
            object: 'charge',
            payment_intent: charge.intent,
            paid: true,
            captured: true,
            disputed: this.#disputes.some((dispute) => dispute.charge === charge.id),
            amount_refunded: this.#refundedOf(charge.id),
          }
        : null,
    };
    return {
      id,
      object: 'checkout.session',
      client_reference_id: form.client_reference_id ?? null,
      status,
      payment_status: paid ? 'paid' : 'unpaid',
      amount_total: Number(form['line_items[0][price_data][unit_amount]']),
      currency: form['line_items[0][price_data][currency]'],
      created,
      livemode: false,
      url: status === 'open' ? `${this.url}/pay/${id}` : null,
      payment_intent: expanded ? expandedIntent : (intent?.id ?? null),
    };
  }

  #emit(type: string, { id: session }: FakeSession, object: Record<string, unknown>): void {
    const id = this.#id('evt');
    const created = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2025-01-01.example',
      created,
      type,
      data: { object },
    });
    const webhook = { id, type, session, body };
    this.webhooks.push(webhook);
    if (this.webhookUrl) void this.#deliver(webhook, this.webhookUrl);
  }

  /** Stripe repeats a webhook until it is accepted. */
  async #deliver({ body }: StripeWebhook, url: string): Promise<void> {
    for (let attempt = 1; attempt <= 20; attempt++) {
      const response = await fetch(url, { method: 'POST', headers: this.headersOf(body), body }).catch(() => undefined);
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100 * attempt));
    }
  }

  #id(kind: string): string {
    return `${kind}_fake${++this.#ids}`;
  }
}

const wrongParameter = (route: string, form: Form): Reply | undefined => {
  const known = parameters[route];
  if (!known) return problem(404, { message: `Unrecognized request URL (${route})` });
  const general = Object.entries(form).map(([name, value]) => [name.replace(/\[\d+\]/g, '[]'), value] as const);
  for (const [name, value] of general) {
    const accepted = known[name];
    if (!accepted) return problem(400, { code: 'parameter_unknown', param: name });
    if (!accepted.test(value)) return problem(400, { code: 'parameter_invalid', param: name });
  }
  const missing = required[route]?.find((name) => !general.some(([given]) => given === name));
  return missing === undefined ? undefined : problem(400, { code: 'parameter_missing', param: missing });
};

const listOf = (data: readonly unknown[], has_more = false): Reply => ({
  status: 200,
  body: { object: 'list', data, has_more, url: '/v1/list' },
});

/** A page of a list, newest first, after the entry with this id. */
const pageOf = (
  newestFirst: readonly { readonly id: string }[],
  after: string | undefined,
  limit: string | undefined,
): Reply => {
  const start = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1;
  const end = start + Math.min(Number(limit ?? pageSize), pageSize);
  return listOf(newestFirst.slice(start, end), newestFirst.length > end);
};
