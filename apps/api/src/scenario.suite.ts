import { randomUUID } from 'node:crypto';
import { type Command, CommandBus } from '@nestjs/cqrs';
import { AddGalleryItem, itemIdOf } from '#galleries/testing';
import { ErasePerson, GrantStaffRole, ReinstateUser, type StaffRole, SuspendUser } from '#identity';
import { appCode } from '#identity/testing';
import type { Actor } from '#kernel';
import { RefundPayment } from '#payments';
import { RecordTransfer, StartPayout } from '#payouts';
import { Context } from '#platform/context';
import { Storage } from '#platform/storage';
import { eventually, originOf, untilReactionsHaveRun, uploadFile } from '#platform/testing';
import { type Person, type Site, sharedSite, startSite, startSites } from './api.suite.ts';
import { leadPost, occasion, onboarding, pictureFile } from './samples.suite.ts';

const smallestGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const operator: Actor = { id: 'cli', kind: 'system', role: 'operator' };
/** A gallery and its first item. */
export type Gallery = { readonly id: string; readonly itemId: string };
type Checkout = { readonly url: string; readonly sessionId: string };

/** The actions of people on the site, one method each. */
export class Scenario {
  #day = 0;

  constructor(readonly site: Site) {}

  async offer(pro: Person, change: object = {}): Promise<string> {
    await this.site.post('/api/v1/profile/onboarding', pro, { ...onboarding, ...change });
    return this.packageOf(pro);
  }

  async packageOf(pro: Person): Promise<string> {
    return (await this.site.get('/api/v1/profile', pro)).packages[0].id;
  }

  /** Uploads a small picture, which is published in the background. Returns the id of the upload. */
  async upload(by: Person, purpose: 'portfolio' | 'avatar' | 'attachment', targetId?: string): Promise<string> {
    const file = { ...(await pictureFile(purpose)), ...(targetId && { targetId }) };
    const { id, status, body } = await uploadFile(this.site.url, { authorization: `Bearer ${by.token}` }, file);
    if (status !== 204) throw new Error(`The upload was answered with ${status}: ${body}`);
    return id;
  }

  /** Sends a small picture in a conversation, and waits until it is shown. Returns its id. */
  async sendPicture(by: Person, threadId: string): Promise<string> {
    const id = `attachment-${await this.upload(by, 'attachment', threadId)}`;
    const path = `/api/v1/threads/${threadId}/messages`;
    await this.site.post(path, by, { text: '', attachmentIds: [id] });
    await eventually(async () =>
      (await this.site.get(path, by)).items.some(({ attachments }: { attachments: { id: string; status: string }[] }) =>
        attachments.some((each) => each.id === id && each.status === 'ready'),
      ),
    );
    return id;
  }

  /** Waits until none of the pictures of a portfolio is being prepared. */
  async waitUntilPublished(pro: Person): Promise<void> {
    await eventually(async () =>
      (await this.site.get('/api/v1/profile/portfolio', pro)).items.every(
        ({ status }: { status: string }) => status !== 'processing',
      ),
    );
  }

  async postLead(client: Person, change: object = {}): Promise<string> {
    return (await this.site.post('/api/v1/leads', client, { ...leadPost, ...change })).id;
  }

  /** A date that no booking of this test has used. */
  newDay(): string {
    return new Date(Date.UTC(2999, 0, ++this.#day)).toISOString().slice(0, 10);
  }

  async bookingRequest(pro: Person, change: object = {}) {
    const packageId = await this.packageOf(pro);
    return { ...occasion, eventDate: this.newDay(), creatorId: pro.id, packageId, ...change };
  }

  async book(by: Person, pro: Person, change: object = {}): Promise<string> {
    return (await this.site.post('/api/v1/bookings', by, await this.bookingRequest(pro, change))).id;
  }

  async leadCheckout(pro: Person, leadId: string): Promise<Checkout> {
    return checkoutAt(await this.site.post('/functions/v1/create-lead-payment', pro, { leadId }));
  }

  async bookingCheckout(client: Person, bookingId: string, paymentType = 'deposit'): Promise<Checkout> {
    return checkoutAt(await this.site.post('/functions/v1/create-booking-payment', client, { bookingId, paymentType }));
  }

  /** Presses a button on the provider's checkout page. */
  async press({ sessionId }: Checkout, button: string): Promise<void> {
    await this.site.request('POST', `/sandbox/checkout/${sessionId}/${button}`);
  }

  verify(payer: Person, { sessionId }: Checkout): Promise<{ success: boolean; message: string }> {
    return this.site.post('/functions/v1/verify-payment', payer, { sessionId });
  }

  async pay(payer: Person, checkout: Checkout): Promise<void> {
    await this.press(checkout, 'pay');
    await this.verify(payer, checkout);
  }

  async unlock(pro: Person, leadId: string): Promise<void> {
    await this.pay(pro, await this.leadCheckout(pro, leadId));
    await eventually(async () => (await this.site.get(`/api/v1/leads/${leadId}`, pro)).unlocked);
  }

  async payFor(client: Person, bookingId: string, part: 'deposit' | 'balance'): Promise<void> {
    await this.pay(client, await this.bookingCheckout(client, bookingId, part));
    await eventually(async () => (await this.site.get(`/api/v1/bookings/${bookingId}`, client))[`${part}Paid`]);
  }

  /** A confirmed booking without a gallery. */
  async confirmedBooking(client: Person, pro: Person): Promise<string> {
    const id = await this.book(client, pro);
    await this.site.post(`/api/v1/bookings/${id}/confirm`, pro);
    return id;
  }

  /** A gallery with one picture. */
  async gallery(client: Person, pro: Person, status: 'draft' | 'ready' | 'delivered' = 'delivered'): Promise<Gallery> {
    const bookingId = await this.confirmedBooking(client, pro);
    const { id } = await this.site.post('/api/v1/galleries', pro, { bookingId, name: 'Ann and Bo' });
    const itemId = await this.galleryItem(pro, id);
    if (status !== 'draft') await this.site.post(`/api/v1/galleries/${id}/ready`, pro);
    if (status === 'delivered') await this.site.post(`/api/v1/galleries/${id}/deliver`, pro);
    return { id, itemId };
  }

  /** Adds a picture to a gallery, and waits until it is processed. Returns the item's id. */
  async galleryItem(pro: Person, galleryId: string, fileName = 'first dance.gif'): Promise<string> {
    const uploadId = randomUUID();
    const path = `private/${galleryId}/1-${uploadId.slice(0, 8)}.gif`;
    const { sha256, size: fileSize } = await this.site.api.get(Storage).write(path, smallestGif);
    const picture = { path, fileName, fileType: 'image/gif', fileSize, sha256 };
    await this.#act(pro, new AddGalleryItem(galleryId, uploadId, picture));
    const isProcessed = ({ id, state }: { id: string; state: string }) =>
      id === itemIdOf(uploadId) && state === 'ready';
    const items = `/api/v1/galleries/${galleryId}/items`;
    await eventually(async () => (await this.site.get(items, pro)).items.some(isProcessed));
    return itemIdOf(uploadId);
  }

  async deliver(pro: Person, galleryId: string): Promise<void> {
    for (const verb of ['ready', 'deliver']) await this.site.post(`/api/v1/galleries/${galleryId}/${verb}`, pro);
  }

  makeStaff({ email }: Person, role: StaffRole): Promise<void> {
    return this.#operate(new GrantStaffRole(email, role, 'Answers the phone'));
  }

  /** Signs up a member of staff with these roles, who has given a second factor. */
  async signUpStaff(name: string, ...roles: readonly StaffRole[]): Promise<Person> {
    const person = await this.site.signUp('client', name);
    for (const role of roles) await this.makeStaff(person, role);
    return (await this.addSecondFactor(person)).person;
  }

  suspend({ email }: Person): Promise<void> {
    return this.#operate(new SuspendUser(email, 'Writes to strangers'));
  }

  reinstate({ email }: Person): Promise<void> {
    return this.#operate(new ReinstateUser(email, 'Apologized'));
  }

  /** Refunds a part of a payment, as at the payment provider. */
  refund(paymentId: string, amount: number): Promise<void> {
    return this.#operate(new RefundPayment(paymentId, amount, 'A gesture'));
  }

  /** Starts the payout that was due at this time. */
  startPayout({ id }: Pick<Person, 'id'>, run: string): Promise<void> {
    return this.#operate(new StartPayout(id, run));
  }

  /** Records that finance transferred a payout. */
  recordTransfer(payoutId: string): Promise<void> {
    return this.#operate(new RecordTransfer(payoutId, 'TRF 0'), { id: 'fay', kind: 'staff', role: 'finance' });
  }

  /** Erases a person although they have open bookings, which only an operator can do. */
  erase({ id }: Pick<Person, 'id'>): Promise<void> {
    return this.#operate(new ErasePerson(id));
  }

  /** Adds an authenticator app to an account and gives its code in the person's session. */
  async addSecondFactor(person: Person): Promise<{ readonly person: Person; readonly factorId: string }> {
    const enrolment = { factor_type: 'totp', friendly_name: 'App' };
    const { id, totp } = await this.site.post('/auth/v1/factors', person, enrolment);
    const { id: challenge_id } = await this.site.post(`/auth/v1/factors/${id}/challenge`, person);
    const proof = { challenge_id, code: appCode(totp.secret, new Date()) };
    const { access_token: token } = await this.site.post(`/auth/v1/factors/${id}/verify`, person, proof);
    return { person: { ...person, token }, factorId: id };
  }

  /** Sends a command as a person. */
  async #act({ id, role }: Person, command: Command<void>): Promise<void> {
    const origin = originOf({ id, kind: 'user', role });
    await this.site.api.get(Context).run(origin, () => this.site.api.get(CommandBus).execute(command));
  }

  /** Sends a command as an operator on the command line. */
  async #operate(command: Command<unknown>, by: Actor = operator): Promise<void> {
    const origin = { ...originOf(by), reason: 'Case 7' };
    await this.site.api.get(Context).run(origin, () => this.site.api.get(CommandBus).execute(command));
  }

  /** Waits until nothing is left to do at once: reactions to all events have run, and payments have been reported. */
  async settled(): Promise<void> {
    for (let before = -1; (await this.site.logged()).length !== before; ) {
      before = (await this.site.logged()).length;
      await this.waitForWebhooks();
      await untilReactionsHaveRun(this.site.api);
    }
  }

  /** Waits until the provider has delivered all webhooks. */
  async waitForWebhooks(): Promise<void> {
    const undelivered = 'select 1 from sandbox.events where delivered_at is null';
    await eventually(async () => (await this.site.rows(undelivered)).length === 0);
  }
}

const checkoutAt = ({ url }: { url: string }): Checkout => ({ url, sessionId: url.split('/').at(-1) ?? '' });

/** Adds a client, and a creator who offers a package, to a new site. */
const withClientAndCreator = async <T extends { readonly site: Site }>(started: T) => {
  const scenario = new Scenario(started.site);
  const ann = await started.site.signUp('client');
  const bo = await started.site.signUp('creator', 'Bo Baker');
  await scenario.offer(bo);
  return { ...started, scenario, ann, bo };
};

/** {@link startScenario} on a {@link sharedSite}. */
export const sharedScenario = async () => withClientAndCreator(await sharedSite());
export const startScenario = async () => withClientAndCreator(await startSite());
/** A client, and a creator who offers a package, on a new site with two processes. */
export const startScenarios = async () => withClientAndCreator(await startSites());
