import { randomUUID } from 'node:crypto';
import { eventually, untilCaughtUp } from '#platform/testing';
import { type Person, password } from './api.suite.ts';
import { type Actor } from './authorization.matrix.ts';
import { leadPost, occasion } from './samples.suite.ts';
import { type Gallery, type Scenario } from './scenario.suite.ts';

/** The person behind each actor, with a token that may be valid or not. */
type People = Readonly<Record<Exclude<Actor, 'anonymous'>, Person>>;
type Pair = readonly [mine: string, theirs: string];

type Visit = { readonly path: string; readonly accessToken: string };
/** A link that works, was revoked, has expired, only allows viewing, or is used with the token of another visit. */
export type VisitKind = 'own' | 'missing' | 'revoked' | 'expired' | 'view' | 'other visit';
const hour = 3_600_000;

const noGallery: Gallery = { id: '', itemId: '' };
const professionals = ['creator', 'vendor', 'other creator', 'other vendor'] as const;

const twoHours = 7_200_000;
const bank = { scheme: 'us', holder: 'Bo Miller', routingNumber: '021000021', accountNumber: '123456789' };

/**
 * The test data of the authorization matrix: two resources of each kind. The owner's lead was bought by the creator and
 * the vendor, and the owner has a booking with the creator. The other client's lead was not bought, and they have a
 * booking with the vendor. The other creator has an open checkout for the first lead, and the other vendor's card was
 * declined there.
 */
export class World {
  leads: Pair = ['', ''];
  withdrawn: Pair = ['', ''];
  bookings: Pair = ['', ''];
  /** Delivered galleries of such bookings. */
  galleries: readonly [Gallery, Gallery] = [noGallery, noGallery];
  factors: Pair = ['', ''];
  /** One picture of each professional, by the actor. */
  readonly pictures = new Map<Actor, string>();
  /** The pictures that were sent in the conversations of the two bookings. */
  readonly attachments = new Map<0 | 1, string>();
  /** The second factor of the actor aal1, who has not given it in their session. */
  factorOfAal1 = '';
  readonly #created = new Map<string, Promise<unknown>>();
  /** How many payouts to the creator were started. */
  #payouts = 0;
  #sessions: Readonly<Record<string, string>> = {};

  private constructor(
    readonly scenario: Scenario,
    readonly people: People,
  ) {}

  static async make(scenario: Scenario): Promise<World> {
    const { alma, ...members } = await signUpAll(scenario);
    const world = new World(scenario, members);
    world.factorOfAal1 = alma;
    const { owner, creator, vendor, ...people } = world.people;
    for (const actor of professionals) {
      await scenario.offer(members[actor]);
      world.pictures.set(actor, await scenario.upload(members[actor], 'portfolio'));
    }
    world.leads = await world.#post();
    world.withdrawn = await world.#post();
    await scenario.site.post(`/api/v1/leads/${world.withdrawn[0]}/withdraw`, owner);
    await scenario.site.post(`/api/v1/leads/${world.withdrawn[1]}/withdraw`, people['other client']);
    const checkouts = await Promise.all([creator, vendor].map((pro) => scenario.leadCheckout(pro, world.leads[0])));
    await scenario.unlock(creator, world.leads[0]);
    await scenario.unlock(vendor, world.leads[0]);
    await scenario.leadCheckout(people['other creator'], world.leads[0]);
    await scenario.press(await scenario.leadCheckout(people['other vendor'], world.leads[0]), 'decline');
    world.bookings = [await world.#book(0), await world.#book(1)];
    world.galleries = [await world.#gallery(0), await world.#gallery(1)];
    world.factors = [await world.#enrol(owner), await world.#enrol(people['other client'])];
    await scenario.site.request('PUT', '/api/v1/payouts/destination', { by: creator, body: { bank, password } });
    const deposit = await scenario.bookingCheckout(owner, world.bookings[0]);
    const otherCheckout = await scenario.bookingCheckout(people['other client'], world.bookings[1]);
    world.#sessions = {
      owner: deposit.sessionId,
      'other client': otherCheckout.sessionId,
      creator: checkouts[0]?.sessionId ?? '',
      vendor: checkouts[1]?.sessionId ?? '',
    };
    await scenario.waitForWebhooks();
    for (const actor of professionals) await scenario.waitUntilPublished(members[actor]);
    return world;
  }

  person(actor: Actor): Person | undefined {
    return actor === 'anonymous' ? undefined : this.people[actor];
  }

  /** The other party of the actor's bookings. */
  partnerOf(actor: Actor): Person | undefined {
    for (const parties of [this.#parties(0), this.#parties(1)]) {
      const index = parties.findIndex(({ id }) => id === this.person(actor)?.id);
      if (index >= 0) return parties[1 - index];
    }
    return undefined;
  }

  lead(actor: Actor, id: string): string {
    if (id === 'missing') return `lead-${randomUUID()}`;
    if (id === 'withdrawn') return this.withdrawn[this.#isOwner(actor) ? 1 : 0];
    // A lead that a professional bought counts as their own; these leads belong to the owner.
    const isOwn = this.#isOwner(actor) || this.#hasBought(actor);
    if (id === 'own') return this.leads[actor === 'other client' ? 1 : 0];
    return this.leads[isOwn || actor !== 'other client' ? 1 : 0];
  }

  booking(actor: Actor, id: string): string {
    return id === 'missing' ? `booking-${randomUUID()}` : this.bookings[this.#pair(actor, id)];
  }

  /**
   * A booking that was not confirmed, paid or cancelled: a new one for a request that changes it, and one for all
   * others.
   */
  async newBooking(actor: Actor, id: string, isChanged: boolean): Promise<string> {
    if (id === 'missing') return this.booking(actor, id);
    const pair = this.#pair(actor, id);
    return isChanged ? this.#book(pair) : this.#once(`pending booking ${pair}`, () => this.#book(pair));
  }

  gallery(actor: Actor, id: string): Gallery {
    if (id === 'missing') return { id: `gallery-${randomUUID()}`, itemId: `gallery-item-${randomUUID()}` };
    return this.galleries[this.#pair(actor, id)];
  }

  /** The booking of a delivered gallery. */
  async bookingWithGallery(actor: Actor, id: string): Promise<string> {
    const { id: galleryId } = this.gallery(actor, id);
    if (id === 'missing') return `booking-${randomUUID()}`;
    const by = galleryId === this.galleries[0].id ? this.people.creator : this.people.vendor;
    return (await this.scenario.site.get(`/api/v1/galleries/${galleryId}`, by)).bookingId;
  }

  /** A gallery in this status, for actors who have one: a new one for a request that changes it. */
  async newGallery(
    actor: Actor,
    id: string,
    status: 'draft' | 'ready' | 'delivered',
    isChanged: boolean,
  ): Promise<Gallery> {
    if (isChanged) return this.#gallery(this.#pair(actor, id), status);
    return status === 'delivered' ? this.gallery(actor, id) : this.undeliveredGallery(actor, id, status);
  }

  /**
   * A gallery in this status for actors who have one, the delivered one otherwise. Later calls return the same gallery,
   * so requests may add to it but must not change its status.
   */
  undeliveredGallery(actor: Actor, id: string, status: 'draft' | 'ready'): Promise<Gallery> {
    if (id !== 'own' || !this.#isParty(actor)) return Promise.resolve(this.gallery(actor, id));
    const pair = this.#pair(actor, id);
    return this.#once(`${status} gallery ${pair}`, () => this.#gallery(pair, status));
  }

  /**
   * A visit to the first gallery through a new link of this kind. With `other visit`, the token belongs to another
   * link.
   */
  newVisit(kind: VisitKind): Promise<Visit> {
    if (kind !== 'expired') return this.#newVisit(kind);
    return this.scenario.site.at(new Date(Date.now() - hour), () => this.#newVisit(kind));
  }

  async #newVisit(kind: VisitKind): Promise<Visit> {
    const [{ id: galleryId }] = this.galleries;
    const { site } = this.scenario;
    const { id, path } = await this.newShare(galleryId, {
      access: kind === 'view' ? 'view' : 'download',
      ...(kind === 'expired' && { expiresAt: new Date().toISOString() }),
    });
    const visited = kind === 'other visit' ? (await this.newShare(galleryId)).path : path;
    const { accessToken } = await site.post(`/api/v1${visited}/session`, undefined, {});
    if (kind === 'revoked')
      await site.request('DELETE', `/api/v1/galleries/${galleryId}/shares/${id}`, { by: this.people.creator });
    return { path: `/api/v1${path}`, accessToken };
  }

  /** As {@link newVisit}, but the same visit each time, for requests without a rate limit per link. */
  visit(kind: VisitKind): Promise<Visit> {
    return this.#once(`visit ${kind}`, () => this.newVisit(kind));
  }

  /** Creates a shared resource at the first request for it, and returns the same one to later requests. */
  #once<T>(what: string, create: () => Promise<T>): Promise<T> {
    const created = (this.#created.get(what) as Promise<T> | undefined) ?? create();
    this.#created.set(what, created);
    return created;
  }

  /** A new link to one of the galleries. */
  newShare(galleryId: string, link: object = { access: 'download' }): Promise<{ id: string; path: string }> {
    const by = galleryId === this.galleries[0].id ? this.people.creator : this.people.vendor;
    return this.scenario.site.post(`/api/v1/galleries/${galleryId}/shares`, by, link);
  }

  /** A conversation with the assistant, of the actor or of the creator or vendor. */
  async conversation(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return `conversation-${randomUUID()}`;
    const speaker = id === 'own' ? actor : actor === 'creator' ? 'vendor' : 'creator';
    return this.#once(`conversation of ${speaker}`, () => this.#converse(this.person(speaker)));
  }

  /** A conversation: a new one for a request that deletes it. */
  newConversation(actor: Actor, id: string, isDeleted: boolean): Promise<string> {
    return isDeleted ? this.#converse(this.person(actor)) : this.conversation(actor, id);
  }

  async #converse(by: Person | undefined): Promise<string> {
    const { site } = this.scenario;
    const body = {
      eventIdea: 'A photographer for a wedding with 80 guests in Austin, TX on July 19-20, 2999, about $3,000',
    };
    await site.request('POST', '/functions/v1/recommend-vendors', { ...(by && { by }), body });
    await untilCaughtUp(site.api);
    const [newest] = (await site.get('/api/v1/conversations', by)).items;
    return newest.id;
  }

  /** The conversation of a booking, with a message. */
  async thread(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return `thread-${randomUUID()}`;
    const pair = this.#pair(actor, id);
    return this.#once(`thread ${pair}`, async () => {
      const [client] = this.#parties(pair);
      const { site } = this.scenario;
      const thread = await site.post('/api/v1/threads', client, { bookingId: this.bookings[pair] });
      await site.post(`/api/v1/threads/${thread.id}/messages`, client, { text: 'Do you need parking?' });
      this.attachments.set(pair, await this.scenario.sendPicture(client, thread.id));
      return thread.id as string;
    });
  }

  /** The picture that the client has sent in that conversation. */
  async attachment(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return `attachment-${randomUUID()}`;
    await this.thread(actor, id);
    return this.attachments.get(this.#pair(actor, id)) ?? '';
  }

  /** A confirmed booking without a gallery: a new one for a request that creates it, and one for all others. */
  async confirmedBooking(actor: Actor, id: string, isChanged: boolean): Promise<string> {
    if (id === 'missing') return this.booking(actor, id);
    const pair = this.#pair(actor, id);
    if (isChanged) return this.#confirmed(pair);
    return this.#once(`confirmed booking ${pair}`, () => this.#confirmed(pair));
  }

  /** A confirmed booking whose deposit is paid. */
  async paidBooking(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return this.booking(actor, id);
    const pair = this.#pair(actor, id);
    return this.#once(`paid booking ${pair}`, async () => {
      const bookingId = await this.#confirmed(pair);
      await this.scenario.payFor(this.#parties(pair)[0], bookingId, 'deposit');
      return bookingId;
    });
  }

  /** A confirmed booking; that of the owner has an open proposal. */
  async negotiatedBooking(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return this.booking(actor, id);
    const pair = this.#pair(actor, id);
    return this.#once(`negotiated booking ${pair}`, async () => {
      const bookingId = await this.#confirmed(pair);
      const proposal = { eventLocation: 'Boat house' };
      if (pair === 0)
        await this.scenario.site.post(`/api/v1/bookings/${bookingId}/proposals`, this.people.owner, proposal);
      return bookingId;
    });
  }

  /** A booking; that of the owner is completed, reviewed and replied to. */
  async reviewedBooking(actor: Actor, id: string): Promise<string> {
    if (id === 'missing' || this.#pair(actor, id) !== 0) return this.booking(actor, id);
    return this.#once('reviewed booking', () => this.#reviewed());
  }

  /** A payout to the creator for this action, with the money of a completed booking. */
  async payout(action: 'reveal' | 'paid' | 'failed' | 'returned', id: string): Promise<string> {
    if (id === 'missing') return `payout-${randomUUID()}`;
    return this.#once(`payout ${action}`, async () => {
      const { scenario, people } = this;
      const { site } = scenario;
      const [client] = this.#parties(0);
      const bookingId = await this.#completed(client);
      const earnings = () => site.get(`/api/v1/payouts/bookings/${bookingId}`, people.creator);
      await eventually(async () => (await earnings()).available > 0);
      // The bank details were entered long ago, and each payout is due later than the one before.
      this.#payouts += 1;
      const run = `3001-01-${String(this.#payouts).padStart(2, '0')}T06:00:00.000Z`;
      await site.at(new Date(run), () => scenario.startPayout(people.creator, run));
      const newest = async () => (await site.get('/api/v1/payouts', people.creator)).payouts[0];
      await eventually(async () => (await newest())?.number === this.#payouts);
      const { id: payoutId } = await newest();
      if (action === 'returned') await scenario.recordTransfer(payoutId);
      return payoutId as string;
    });
  }

  /** A new review, which the test may remove. */
  async newReview(): Promise<string> {
    const path = `/api/v1/bookings/${await this.#reviewed()}/review`;
    return (await this.scenario.site.get(path, this.people.owner)).review.id;
  }

  /** A booking of the owner that is paid and completed. */
  async #completed(client: Person): Promise<string> {
    const { site } = this.scenario;
    const bookingId = await this.#confirmed(0);
    for (const part of ['deposit', 'balance'] as const) await this.scenario.payFor(client, bookingId, part);
    await site.at(new Date('3000-12-31'), () =>
      site.post(`/api/v1/staff/bookings/${bookingId}/complete`, this.people.staff, { reason: 'It is over' }),
    );
    return bookingId;
  }

  async #reviewed(): Promise<string> {
    const { site } = this.scenario;
    const [client, professional] = this.#parties(0);
    const bookingId = await this.#completed(client);
    const path = `/api/v1/bookings/${bookingId}`;
    const put = (part: string, by: Person, body: object) => site.request('PUT', `${path}/${part}`, { by, body });
    await site.at(new Date('3000-12-31'), async () => {
      await put('review', client, { rating: 5, text: 'Calm all day' });
      await put('review/reply', professional, { text: 'Thank you' });
    });
    return bookingId;
  }

  /** A lead: a new one for a request of a client who changes it. */
  async newLead(actor: Actor, id: string, isChanged: boolean): Promise<string> {
    return isChanged ? this.scenario.postLead(this.people[actor as 'owner' | 'other client']) : this.lead(actor, id);
  }

  /** A picture in a portfolio. */
  picture(actor: Actor, id: string): string {
    const foreign = actor === 'creator' ? 'vendor' : 'creator';
    return (id === 'missing' ? undefined : this.pictures.get(id === 'own' ? actor : foreign)) ?? randomUUID();
  }

  /** A picture that the test may delete. */
  async newPicture(actor: Actor, id: string): Promise<string> {
    return id === 'own' ? this.scenario.upload(this.people[actor as 'creator'], 'portfolio') : this.picture(actor, id);
  }

  /** A second factor whose enrolment was started. */
  factor(actor: Actor, id: string): string {
    if (id === 'missing') return randomUUID();
    if (actor === 'aal1' && id === 'own') return this.factorOfAal1;
    return this.factors[(actor === 'other client') === (id === 'own') ? 1 : 0] ?? '';
  }

  /** A second factor that the test may remove. */
  async newFactor(actor: Actor, id: string): Promise<string> {
    const owns = actor === 'owner' || actor === 'other client';
    return id === 'own' && owns ? this.#enrol(this.people[actor]) : this.factor(actor, id);
  }

  /** The id of another session of the person, in addition to the one that sends the request. */
  async signedIn(actor: Actor, id: string): Promise<string> {
    if (id === 'missing') return randomUUID();
    const { owner, ...others } = this.people;
    const sessionOwner = (id === 'own') === (actor === 'owner') ? owner : others['other client'];
    const person = id === 'own' && actor !== 'suspended' ? (this.person(actor) ?? sessionOwner) : sessionOwner;
    const { token } = await this.scenario.site.signIn(person);
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
    return (JSON.parse(claims) as { session_id: string }).session_id;
  }

  /** A checkout's session at the provider. */
  session(actor: Actor, id: string): string {
    if (id === 'missing') return `cs_sandbox_${'0'.repeat(40)}`;
    const ownActor = this.#isOwner(actor) ? 'owner' : actor;
    const otherActor = ownActor === 'owner' ? 'other client' : 'owner';
    return this.#sessions[id === 'own' ? ownActor : otherActor] ?? '';
  }

  /** The body with which a client or a professional creates a booking. */
  async bookingRequest(actor: Actor, leadId?: string): Promise<object> {
    const { creator, ...others } = this.people;
    const by = this.person(actor);
    const pro = by && by.role !== 'client' && actor !== 'creator' ? others[actor as 'vendor'] : creator;
    const packageId = await this.scenario.packageOf(pro);
    const lead = leadId === undefined ? {} : { leadId };
    return { ...occasion, eventDate: this.scenario.newDay(), creatorId: pro.id, packageId, ...lead };
  }

  #isParty = (actor: Actor): boolean => this.#hasBought(actor) || actor === 'owner' || actor === 'other client';
  /** Actors without a usable session use the owner's resources as their own. */
  #isOwner = (actor: Actor): boolean => ['owner', 'aal1', 'suspended', 'expired', 'signed out'].includes(actor);
  #hasBought = (actor: Actor): boolean => actor === 'creator' || actor === 'vendor';

  /** The index of a booking: 0 is the owner's with the creator, 1 the other client's with the vendor. */
  #pair(actor: Actor, id: string): 0 | 1 {
    if (actor === 'other client' || actor === 'vendor') return id === 'own' ? 1 : 0;
    return id === 'own' || !(this.#isOwner(actor) || actor === 'creator') ? 0 : 1;
  }

  #parties(which: 0 | 1): readonly [client: Person, pro: Person] {
    const { owner, creator, vendor } = this.people;
    return which === 0 ? [owner, creator] : [this.people['other client'], vendor];
  }

  #confirmed(which: 0 | 1): Promise<string> {
    return this.scenario.confirmedBooking(...this.#parties(which));
  }

  #gallery(which: 0 | 1, status?: 'draft' | 'ready' | 'delivered'): Promise<Gallery> {
    return this.scenario.gallery(...this.#parties(which), status);
  }

  #book(which: 0 | 1): Promise<string> {
    return this.scenario.book(...this.#parties(which));
  }

  async #enrol(by: Person): Promise<string> {
    const body = { factor_type: 'totp', friendly_name: randomUUID() };
    return (await this.scenario.site.post('/auth/v1/factors', by, body)).id;
  }

  /** Posts two leads whose descriptions contain the clients' contact details, which must not be shown. */
  async #post(): Promise<Pair> {
    const post = (client: Person) =>
      this.scenario.postLead(client, {
        description: `${leadPost.description} Write to ${client.email} or call ${client.phone}.`,
      });
    return [await post(this.people.owner), await post(this.people['other client'])];
  }
}

const signUpAll = async (scenario: Scenario): Promise<People & { readonly alma: string }> => {
  const { site } = scenario;
  const owner = await site.signUp('client', 'Olivia Owner');
  const signedOut = await site.signIn(owner);
  await site.signOut(signedOut);
  const [staff, staffAtAal1] = [
    await site.signUp('client', 'Sue Support'),
    await site.signUp('client', 'Stan Support'),
  ];
  for (const colleague of [staff, staffAtAal1]) await scenario.makeStaff(colleague, 'support');
  const alma = await scenario.addSecondFactor(await site.signUp('client', 'Alma Ashore'));
  const suspendedUser = await site.signUp('client', 'Sid Suspended');
  await scenario.suspend(suspendedUser);
  return {
    owner,
    suspended: suspendedUser,
    staff: (await scenario.addSecondFactor(staff)).person,
    'staff at aal1': staffAtAal1,
    aal1: await site.signIn(alma.person),
    alma: alma.factorId,
    'other client': await site.signUp('client', 'Oscar Other'),
    creator: await site.signUp('creator', 'Carla Creator'),
    'other creator': await site.signUp('creator', 'Otto Creator'),
    vendor: await site.signUp('vendor', 'Vera Vendor'),
    'other vendor': await site.signUp('vendor', 'Olaf Vendor'),
    expired: await site.signIn(owner, twoHours),
    'signed out': signedOut,
  };
};
