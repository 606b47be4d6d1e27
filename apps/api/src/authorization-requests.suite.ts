import { randomUUID } from 'node:crypto';
import { UnsubscribeLinks } from '#notifications/testing';
import { SignedUrls, Storage } from '#platform/storage';
import { uploadHeaders } from '#platform/testing';
import { type Person, password, type Site } from './api.suite.ts';
import { type Actor, actorsAllowedAt, bodies, creatingRoutes } from './authorization.matrix.ts';
import type { VisitKind, World } from './authorization-world.suite.ts';
import { leadPost, onboarding, pictureFile } from './samples.suite.ts';

type Request = {
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};
/** `isChanged` says that the request will change the resource, which then is a new one. Others may share resources. */
type RequestBuilder = (world: World, actor: Actor, id: string, isChanged: boolean) => Promise<Request> | Request;
const to =
  (path: string, body?: unknown): RequestBuilder =>
  () => ({ path, body });
/** A GET request from another machine: the mailbox must not be shown to it. */
const fromElsewhere =
  (path: string): RequestBuilder =>
  () => ({ path, headers: { 'x-forwarded-for': '203.0.113.9' } });
const newSignUp = () => ({
  email: newEmail(),
  data: { first_name: 'New', last_name: 'Comer', role: 'client', phone: '1' },
});
const newEmail = (): string => `${randomUUID()}@example.com`;
const refundPath = (leadId: string, buyer: Person): string =>
  `/api/v1/staff/leads/${leadId}/purchases/${buyer.id}/refund`;
const reasonBody = { reason: 'Asked by phone' };
/** The email address for an id of the matrix: the actor's own, the other client's, or an unknown one. */
const emailOf = (world: World, actor: Actor, id: string): string => {
  if (id === 'missing') return newEmail();
  return (id === 'own' ? world.person(actor)?.email : world.people['other client'].email) ?? newEmail();
};

/** A path under the URL of stored objects: that of an object that was just stored, or one without an object. */
const storedObject = async (
  { scenario: { site } }: World,
  visibility: 'public' | 'private',
  id: string,
): Promise<string> => {
  const path = `${visibility}/${randomUUID()}/${randomUUID()}.jpg`;
  if (id !== 'missing') await site.api.get(Storage).write(path, Buffer.from('a picture'));
  return path;
};

/** A request about an item of a gallery that is ready; the route changes no status. */
const forReadyItem =
  (end: string, body?: unknown): RequestBuilder =>
  async (world, actor, id) => {
    const gallery = await world.undeliveredGallery(actor, id, 'ready');
    return { path: `/api/v1/galleries/${gallery.id}/items/${gallery.itemId}${end}`, body };
  };

/** A request about a gallery or its item: the delivered one, or one in a status that the route changes. */
const forGallery =
  (end: string, body?: unknown, status?: 'draft' | 'ready' | 'delivered'): RequestBuilder =>
  async (world, actor, id, isChanged) => {
    if (id === 'draft' || id === 'original')
      return forGallery(end, bodyFor(id, body), statusFor(id))(world, actor, 'own', false);
    const gallery = status ? await world.newGallery(actor, id, status, isChanged) : world.gallery(actor, id);
    return { path: `/api/v1/galleries/${gallery.id}${end.replace('{itemId}', gallery.itemId)}`, body };
  };
const statusFor = (id: 'draft' | 'original') => (id === 'draft' ? id : undefined);
const bodyFor = (id: 'draft' | 'original', body: unknown) => (id === 'original' ? { variant: id } : body);

const uploads = '/storage/v1/upload/resumable';
const base64Of = (text: string): string => Buffer.from(text).toString('base64');
/** The headers of the request that starts the upload of a picture into a gallery. */
const galleryUploadHeaders = (galleryId: string): Readonly<Record<string, string>> => ({
  'tus-resumable': '1.0.0',
  'upload-length': '9',
  'upload-metadata': [
    `purpose ${base64Of('gallery-item')}`,
    `targetId ${base64Of(galleryId)}`,
    `filename ${base64Of('a.jpg')}`,
    `sha256 ${base64Of('0'.repeat(64))}`,
  ].join(),
});

/** A request about an upload of the actor, or one of the creator, into a gallery that is not delivered. */
const forUpload: RequestBuilder = async (world, actor, id) => {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  };
  if (id === 'missing') return { path: `${uploads}/${randomUUID()}`, headers };
  const uploader = (actor === 'vendor') === (id === 'own') ? 'vendor' : 'creator';
  const gallery = await world.undeliveredGallery(uploader, 'own', 'ready');
  const { site } = world.scenario;
  const created = await site.request('POST', uploads, {
    by: world.people[uploader],
    headers: galleryUploadHeaders(gallery.id),
  });
  return { path: created.headers.get('location') ?? '', headers };
};

/**
 * A request through a link that works, was revoked, has expired or only allows viewing, or with a guessed link. With
 * `isLimited`, each request gets a new link, because the route is rate-limited per link.
 */
const forVisit =
  (end: string, body?: unknown, isLimited = false): RequestBuilder =>
  async (world, _, id) => {
    const [{ itemId }] = world.galleries;
    const kind = id as VisitKind;
    const { path, accessToken } = await (isLimited && id === 'own' ? world.newVisit(kind) : world.visit(kind));
    const guessed = path.replace(/\.[^.]*$/, `.${'A'.repeat(22)}`);
    return {
      path: `${id === 'missing' ? guessed : path}${end.replace('{itemId}', itemId)}`,
      body: id === 'view' && end.endsWith('/url') ? { variant: 'large', download: true } : body,
      headers: { 'x-gallery-visit': accessToken },
    };
  };

/** A request about a lead: a new one if the request changes it. */
const forNewLead =
  (end: string, body?: unknown): RequestBuilder =>
  async (world, actor, id, isChanged) => ({
    path: `/api/v1/leads/${await world.newLead(actor, id, isChanged)}${end}`,
    body,
  });

/** A request about a pending booking: a new one if the request changes it. */
const forNewBooking =
  (end: string, body?: unknown, prefix = '/api/v1'): RequestBuilder =>
  async (world, actor, id, isChanged) => ({
    path: `${prefix}/bookings/${await world.newBooking(actor, id, isChanged)}${end}`,
    body,
  });

/** A request about the conversation of a booking. */
const forThread =
  (end: string, body?: unknown): RequestBuilder =>
  async (world, actor, id) => ({ path: `/api/v1/threads/${await world.thread(actor, id)}${end}`, body });

/** A request with the token of the link in an email, or with a guessed one. */
const unsubscribeAt =
  (prefix: string): RequestBuilder =>
  ({ people, scenario: { site } }, _, id) => {
    const url = site.api.get(UnsubscribeLinks, { strict: false }).for(people.owner.id, 'matches');
    return { path: `${prefix}${id === 'own' ? new URL(url).pathname : '/unsubscribe/guessed'}` };
  };

/** The id of the actor, of another professional or of a client, or an unused id. */
const creatorOf = ({ people }: World, actor: Actor, id: string): string => {
  const foreign = actor === 'creator' ? people.vendor : people.creator;
  const person = actor === 'anonymous' ? foreign : people[actor];
  const ids: Record<string, string> = { own: person.id, foreign: foreign.id, client: people.owner.id };
  return ids[id] ?? randomUUID();
};

/**
 * The requests that modules do not declare in their access. A route needs no entry here if it has no parameters and its
 * body depends on no other data, or if its only parameter is an `{id}` that another route creates.
 */
const requests: Readonly<Record<string, RequestBuilder>> = {
  'POST /api/v1/not-found': to('/api/v1/not-found', { path: '/nowhere' }),
  'DELETE /api/v1/me': (_, __, id) => ({
    path: '/api/v1/me',
    body: { password: id === 'own' ? password : 'Guessed-1' },
  }),
  'DELETE /api/v1/me/sessions/{id}': async (world, actor, id) => ({
    path: `/api/v1/me/sessions/${await world.signedIn(actor, id)}`,
  }),
  'GET /api/v1/creators/{id}': (world, actor, id) => ({ path: `/api/v1/creators/${creatorOf(world, actor, id)}` }),
  'GET /api/v1/creators/{id}/availability': (world, actor, id) => ({
    path: `/api/v1/creators/${creatorOf(world, actor, id)}/availability`,
  }),
  'GET /api/v1/creators/{id}/reply-time': (world, actor, id) => ({
    path: `/api/v1/creators/${creatorOf(world, actor, id)}/reply-time`,
  }),
  'GET /api/v1/creators/{id}/reviews': (world, actor, id) => ({
    path: `/api/v1/creators/${creatorOf(world, actor, id)}/reviews`,
  }),
  'GET /api/v1/bookings/{id}/review': async (world, actor, id) => ({
    path: `/api/v1/bookings/${await world.reviewedBooking(actor, id)}/review`,
  }),
  'POST /api/v1/staff/reviews/{id}/{action}': async (world, _, __, isChanged) => ({
    path: `/api/v1/staff/reviews/${isChanged ? await world.newReview() : `review-${randomUUID()}`}/remove`,
    body: { reason: 'It is about another event' },
  }),
  'PUT /api/v1/bookings/{id}/review': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/review`,
    body: { rating: 5, text: 'Calm all day' },
  }),
  'PUT /api/v1/bookings/{id}/review/reply': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/review/reply`,
    body: { text: 'Thank you' },
  }),
  'POST /api/v1/threads': (world, actor, id) => ({
    path: '/api/v1/threads',
    body: { bookingId: world.booking(actor, id) },
  }),
  'GET /api/v1/conversations/{id}': async (world, actor, id) => ({
    path: `/api/v1/conversations/${await world.conversation(actor, id)}`,
  }),
  'DELETE /api/v1/conversations/{id}': async (world, actor, id, isChanged) => ({
    path: `/api/v1/conversations/${await world.newConversation(actor, id, isChanged)}`,
  }),
  'GET /api/v1/threads/{id}': forThread(''),
  'GET /api/v1/threads/{id}/messages': forThread('/messages'),
  'POST /api/v1/threads/{id}/messages': forThread('/messages', { text: 'When do you arrive?' }),
  'POST /api/v1/threads/{id}/attachments/{attachmentId}/url': async (world, actor, id) => ({
    path: `/api/v1/threads/${await world.thread(actor, id)}/attachments/${await world.attachment(actor, id)}/url`,
  }),
  'POST /api/v1/threads/{id}/read': forThread('/read', { upTo: 0 }),
  'POST /api/v1/threads/{id}/report': forThread('/report', { reason: 'Asks for money elsewhere' }),
  'POST /api/v1/staff/reports/conversations/{id}/close': async (world, actor, id) => ({
    path: `/api/v1/staff/reports/conversations/${await world.thread(actor, id)}:1/close`,
    body: { reason: 'Both were asked to stay polite' },
  }),
  'POST /api/v1/staff/projections/maintenance': to('/api/v1/staff/projections/maintenance', {
    task: 'resume',
    projections: ['accesses_v1'],
  }),
  'POST /api/v1/staff/integrity/verifications': to('/api/v1/staff/integrity/verifications', {}),
  'GET /api/v1/staff/jobs/pending': to('/api/v1/staff/jobs/pending?queue=payments&state=delayed'),
  'POST /api/v1/staff/jobs/retry': to('/api/v1/staff/jobs/retry', { queue: 'mails', id: 'none' }),
  'POST /api/v1/staff/jobs/discard': to('/api/v1/staff/jobs/discard', {
    queue: 'mails',
    id: 'none',
    reason: 'the account at the provider is closed',
  }),
  'POST /api/v1/staff/reports/reveal': to('/api/v1/staff/reports/reveal', { reason: 'daily work' }),
  'POST /api/v1/staff/refund-requests/reveal': to('/api/v1/staff/refund-requests/reveal', {
    reason: 'daily work',
    ids: ['none'],
  }),
  'POST /api/v1/staff/people/search': ({ people }) => ({
    path: '/api/v1/staff/people/search',
    body: { text: people.owner.email },
  }),
  'GET /api/v1/staff/people/{id}': ({ people }, _, id) => ({
    path: `/api/v1/staff/people/${id === 'missing' ? randomUUID() : people.owner.id}`,
  }),
  'POST /api/v1/staff/conversations/{id}/reveal': async (world, _, id) => ({
    path: `/api/v1/staff/conversations/${await world.conversation('owner', id === 'missing' ? id : 'own')}/reveal`,
    body: { reason: 'the answer was reported as wrong' },
  }),
  'POST /api/v1/staff/people/{id}/reveal': ({ people }, _, id) => ({
    path: `/api/v1/staff/people/${id === 'missing' ? randomUUID() : people.owner.id}/reveal`,
    body: { fields: ['name', 'email', 'phone'], reason: 'the person asked for help' },
  }),
  // None of these requests changes anything: the person has the role, no second factor and no staff role.
  'POST /api/v1/staff/people/{id}/{action}': ({ people }) => ({
    path: `/api/v1/staff/people/${people.owner.id}/reset-factors`,
    body: { reason: 'the phone is broken' },
  }),
  'POST /api/v1/staff/people/{id}/role': ({ people }) => ({
    path: `/api/v1/staff/people/${people.owner.id}/role`,
    body: { role: 'client', reason: 'chose the wrong role' },
  }),
  'POST /api/v1/staff/people/{id}/staff-roles': ({ people }) => ({
    path: `/api/v1/staff/people/${people.owner.id}/staff-roles`,
    body: { role: 'ops', held: false, reason: 'left the team' },
  }),
  'POST /api/v1/staff/payouts/export': to('/api/v1/staff/payouts/export', { reason: 'weekly transfers' }),
  'POST /api/v1/staff/payouts/{id}/reveal': async (world, _, id) => ({
    path: `/api/v1/staff/payouts/${await world.payout('reveal', id)}/reveal`,
    body: { reason: 'weekly transfers' },
  }),
  'POST /api/v1/staff/payouts/{id}/paid': async (world, _, id) => ({
    path: `/api/v1/staff/payouts/${await world.payout('paid', id)}/paid`,
    body: { reference: 'TRF 1' },
  }),
  'POST /api/v1/staff/payouts/{id}/failed': async (world, _, id) => ({
    path: `/api/v1/staff/payouts/${await world.payout('failed', id)}/failed`,
    body: { reason: 'account closed', destinationWrong: true, notTransferred: true },
  }),
  'POST /api/v1/staff/payouts/{id}/returned': async (world, _, id) => ({
    path: `/api/v1/staff/payouts/${await world.payout('returned', id)}/returned`,
    body: { reason: 'account closed', destinationWrong: true },
  }),
  'POST /api/v1/staff/bookings/export': to('/api/v1/staff/bookings/export', {}),
  'POST /api/v1/staff/bookings/search': ({ people }) => ({
    path: '/api/v1/staff/bookings/search',
    body: { party: people.owner.email },
  }),
  'POST /api/v1/threads/{id}/block': forThread('/block'),
  'POST /api/v1/threads/{id}/unblock': forThread('/unblock'),
  'POST /api/v1/unsubscribe/{token}': unsubscribeAt('/api/v1'),
  'POST /unsubscribe/{token}': unsubscribeAt(''),
  'GET /api/v1/calendars/{token}.ics': async ({ people, scenario: { site } }, _, id) => {
    // An earlier request of this matrix created the address.
    const { feedPath } = await site.get('/api/v1/profile/availability', people.creator);
    return { path: id === 'own' ? feedPath : feedPath.replace(/.{22}\.ics$/, `${'A'.repeat(22)}.ics`) };
  },
  'PUT /api/v1/profile': to('/api/v1/profile', { bio: onboarding.bio }),
  'POST /api/v1/profile/onboarding': to('/api/v1/profile/onboarding', onboarding),
  'PATCH /api/v1/profile/portfolio/{id}': (world, actor, id) => ({
    path: `/api/v1/profile/portfolio/${world.picture(actor, id)}`,
    body: { title: 'First dance' },
  }),
  'DELETE /api/v1/profile/portfolio/{id}': async (world, actor, id) => ({
    path: `/api/v1/profile/portfolio/${await world.newPicture(actor, id)}`,
  }),
  'POST /api/v1/leads': to('/api/v1/leads', leadPost),
  'GET /api/v1/leads/{id}': (world, actor, id) => ({ path: `/api/v1/leads/${world.lead(actor, id)}` }),
  'PUT /api/v1/leads/{id}': forNewLead('', { ...leadPost, eventName: 'Vows at noon' }),
  'GET /api/v1/leads/{id}/match': (world, actor, id) => ({ path: `/api/v1/leads/${world.lead(actor, id)}/match` }),
  'POST /api/v1/leads/{id}/withdraw': forNewLead('/withdraw'),
  'POST /api/v1/leads/{id}/close': forNewLead('/close'),
  'POST /api/v1/leads/{id}/mark-booked': forNewLead('/mark-booked'),
  'GET /api/v1/leads/{id}/purchases': (world, actor, id) => ({
    path: `/api/v1/leads/${world.lead(actor, id)}/purchases`,
  }),
  'GET /api/v1/leads/{id}/receipt': (world, actor, id) => ({ path: `/api/v1/leads/${world.lead(actor, id)}/receipt` }),
  'GET /api/v1/leads/{id}/results': (world, actor, id) => ({ path: `/api/v1/leads/${world.lead(actor, id)}/results` }),
  'POST /api/v1/leads/views': (world, actor) => ({
    path: '/api/v1/leads/views',
    body: { leadIds: [world.lead(actor, 'foreign')] },
  }),
  'POST /api/v1/staff/leads/{id}/{action}': async (world, actor, id, isChanged) => ({
    path: `/api/v1/staff/leads/${isChanged ? await world.scenario.postLead(world.people.owner) : world.lead(actor, id)}/hold`,
    body: { reason: 'The same text was posted ten times' },
  }),
  'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund': async (world, actor, id, isChanged) => {
    const { creator } = world.people;
    if (!isChanged) return { path: refundPath(world.lead(actor, id), creator), body: reasonBody };
    // A purchase can be refunded once, and the purchases of the other people are tested.
    const buyer = await world.scenario.site.signUp('creator');
    const leadId = await world.scenario.postLead(world.people.owner);
    await world.scenario.unlock(buyer, leadId);
    return { path: refundPath(leadId, buyer), body: reasonBody };
  },
  'POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision}': async (
    world,
    actor,
    id,
    isChanged,
  ) => {
    const { creator } = world.people;
    const decide = (leadId: string, buyer: Person) => ({
      path: `${refundPath(leadId, buyer)}-request/decline`,
      body: reasonBody,
    });
    if (!isChanged) return decide(world.lead(actor, id), creator);
    // Each request is decided once.
    const { site } = world.scenario;
    const buyer = await site.signUp('creator');
    const leadId = await world.scenario.postLead(world.people.owner);
    await world.scenario.unlock(buyer, leadId);
    await site.post(`/api/v1/leads/${leadId}/refund-request`, buyer, { cause: 'other', text: 'Nobody answers' });
    return decide(leadId, buyer);
  },
  'POST /api/v1/leads/{id}/refund-request': (world, actor, id) => ({
    path: `/api/v1/leads/${world.lead(actor, id)}/refund-request`,
    body: { cause: 'other', text: 'Nobody answers' },
  }),
  'POST /functions/v1/create-lead-payment': (world, actor, id) => ({
    path: '/functions/v1/create-lead-payment',
    body: { leadId: world.lead(actor, id) },
  }),
  'POST /api/v1/bookings': async (world, actor, id) => ({
    path: '/api/v1/bookings',
    body: await world.bookingRequest(actor, id === '-' ? undefined : world.lead(actor, id)),
  }),
  // Only a confirmed booking shows how to reach the other party.
  'GET /api/v1/bookings/{id}': async (world, actor, id) => ({
    path: `/api/v1/bookings/${await world.negotiatedBooking(actor, id)}`,
  }),
  'GET /api/v1/payouts/bookings/{id}': (world, actor, id) => ({
    path: `/api/v1/payouts/bookings/${world.booking(actor, id)}`,
  }),
  'GET /api/v1/bookings/{id}/history': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/history`,
  }),
  'GET /api/v1/bookings/{id}/delivery': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/delivery`,
  }),
  'GET /api/v1/bookings/{id}/receipt': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/receipt`,
  }),
  'GET /api/v1/bookings/{id}/payments/{part}/receipt': async (world, actor, id) => ({
    path: `/api/v1/bookings/${await world.paidBooking(actor, id)}/payments/deposit/receipt`,
  }),
  'GET /api/v1/bookings/{id}/payments/{part}/results': async (world, actor, id) => ({
    path: `/api/v1/bookings/${await world.paidBooking(actor, id)}/payments/deposit/results`,
  }),
  'GET /api/v1/bookings/{id}/results': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/results`,
  }),
  'GET /api/v1/bookings/{id}/versions': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/versions`,
  }),
  'GET /api/v1/staff/events/{id}': async ({ scenario: { site } }) => {
    const [first] = await site.logged();
    return { path: `/api/v1/staff/events/${first?.id}` };
  },
  'GET /api/v1/staff/events/{id}/chain': async ({ scenario: { site } }) => {
    const [first] = await site.logged();
    return { path: `/api/v1/staff/events/${first?.id}/chain` };
  },
  'POST /api/v1/staff/events/{id}/reveal': async ({ scenario: { site } }, _, id) => {
    const posted = (await site.logged()).find(({ type }) => type === 'LeadPosted');
    const eventId = id === 'missing' ? randomUUID() : posted?.id;
    return { path: `/api/v1/staff/events/${eventId}/reveal`, body: { reason: 'the lead was reported' } };
  },
  'GET /api/v1/staff/bookings/{id}/timeline': (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${world.booking(actor, id)}/timeline`,
  }),
  'GET /api/v1/staff/bookings/{id}/versions': (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${world.booking(actor, id)}/versions`,
  }),
  'GET /api/v1/staff/leads/{id}/timeline': (world, actor, id) => ({
    path: `/api/v1/staff/leads/${world.lead(actor, id)}/timeline`,
  }),
  'GET /api/v1/staff/bookings/{id}/actions': (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${world.booking(actor, id)}/actions`,
  }),
  'POST /api/v1/staff/bookings/{id}/cancel': forNewBooking(
    '/cancel',
    { ...reasonBody, refund: 'full' },
    '/api/v1/staff',
  ),
  'POST /api/v1/staff/bookings/{id}/evidence': (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${world.booking(actor, id)}/evidence`,
    body: reasonBody,
  }),
  'GET /api/v1/staff/bookings/{id}/gallery': async (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${await world.bookingWithGallery(actor, id)}/gallery`,
  }),
  'POST /api/v1/staff/bookings/{id}/gallery': async (world, actor, id) => ({
    path: `/api/v1/staff/bookings/${await world.bookingWithGallery(actor, id)}/gallery`,
    body: reasonBody,
  }),
  'POST /api/v1/staff/bookings/{id}/{action}': forNewBooking('/confirm', reasonBody, '/api/v1/staff'),
  'GET /api/v1/bookings/{id}/cancellation': forNewBooking('/cancellation'),
  'POST /api/v1/bookings/{id}/confirm': forNewBooking('/confirm', reasonBody),
  'POST /api/v1/bookings/{id}/cancel': forNewBooking('/cancel', reasonBody),
  'POST /api/v1/bookings/{id}/complete': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/complete`,
    body: reasonBody,
  }),
  'POST /api/v1/bookings/{id}/dispute': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/dispute`,
    body: reasonBody,
  }),
  'POST /api/v1/bookings/{id}/dispute/resolve': (world, actor, id) => ({
    path: `/api/v1/bookings/${world.booking(actor, id)}/dispute/resolve`,
    body: reasonBody,
  }),
  'POST /api/v1/bookings/{id}/proposals': forNewBooking('/proposals', { eventLocation: 'Boat house' }),
  'POST /api/v1/bookings/{id}/proposals/{number}/accept': forNewBooking('/proposals/1/accept'),
  'POST /api/v1/bookings/{id}/proposals/{number}/decline': forNewBooking('/proposals/1/decline'),
  'POST /functions/v1/create-booking-payment': (world, actor, id) => ({
    path: '/functions/v1/create-booking-payment',
    body: { bookingId: world.booking(actor, id), paymentType: 'deposit' },
  }),
  'POST /api/v1/galleries': async (world, actor, id, isChanged) => ({
    path: '/api/v1/galleries',
    body: { bookingId: await world.confirmedBooking(actor, id, isChanged), name: 'Ann and Bo' },
  }),
  'GET /api/v1/galleries/{id}': forGallery(''),
  'GET /api/v1/galleries/{id}/receipt': forGallery('/receipt'),
  'GET /api/v1/galleries/{id}/results': forGallery('/results'),
  'GET /api/v1/galleries/{id}/items': forGallery('/items'),
  'POST /api/v1/galleries/{id}/ready': forGallery('/ready', undefined, 'draft'),
  'POST /api/v1/galleries/{id}/deliver': forGallery('/deliver', undefined, 'ready'),
  'POST /api/v1/galleries/{id}/reopen': forGallery('/reopen', { reason: 'Two more pictures' }, 'delivered'),
  'POST /api/v1/galleries/{id}/accept': forGallery('/accept', { version: 1 }, 'delivered'),
  'POST /api/v1/galleries/{id}/items/{itemId}/url': forGallery('/items/{itemId}/url', { variant: 'large' }),
  'POST /api/v1/galleries/{id}/archive': forGallery('/archive', { variant: 'large' }),
  'GET /storage/v1/archive/galleries/{id}/{version}/{variant}': async ({ scenario, people, galleries }, _, id) => {
    const [{ id: own }, { id: foreign }] = galleries;
    const { url } = await scenario.site.post(`/api/v1/galleries/${own}/archive`, people.owner, { variant: 'large' });
    const ids: Record<string, string> = { own, foreign };
    return { path: url.replace(own, ids[id] ?? `gallery-${randomUUID()}`) };
  },
  'GET /api/v1/galleries/{id}/shares': forGallery('/shares'),
  'POST /api/v1/galleries/{id}/shares': forGallery('/shares', { access: 'download' }),
  'DELETE /api/v1/galleries/{id}/shares/{shareId}': async (world, actor, id) => {
    const { id: gallery } = world.gallery(actor, id);
    const share = id === 'missing' ? `gallery-share-${randomUUID()}` : (await world.newShare(gallery)).id;
    return { path: `/api/v1/galleries/${gallery}/shares/${share}` };
  },
  'GET /api/v1/shared-galleries/{token}': forVisit(''),
  'POST /api/v1/shared-galleries/{token}/session': forVisit('/session', {}),
  'GET /api/v1/shared-galleries/{token}/gallery': forVisit('/gallery'),
  'GET /api/v1/shared-galleries/{token}/items': forVisit('/items'),
  'POST /api/v1/shared-galleries/{token}/items/{itemId}/url': forVisit('/items/{itemId}/url', { variant: 'large' }),
  'POST /api/v1/shared-galleries/{token}/archive': forVisit('/archive', { variant: 'large' }, true),
  'PATCH /api/v1/galleries/{id}/items': async (world, actor, id) => {
    const { id: gallery, itemId } = await world.undeliveredGallery(actor, id, 'ready');
    return { path: `/api/v1/galleries/${gallery}/items`, body: { itemIds: [itemId], section: 'Evening' } };
  },
  'PATCH /api/v1/galleries/{id}/order': async (world, actor, id) => {
    const { id: gallery, itemId } = await world.undeliveredGallery(actor, id, 'ready');
    return { path: `/api/v1/galleries/${gallery}/order`, body: { items: [{ itemId, sortOrder: 2 }] } };
  },
  'PATCH /api/v1/galleries/{id}/items/{itemId}': forReadyItem('', { title: 'First dance' }),
  'DELETE /api/v1/galleries/{id}/items/{itemId}': forGallery('/items/{itemId}', undefined, 'ready'),
  'PUT /api/v1/galleries/{id}/items/{itemId}/favorite': forReadyItem('/favorite'),
  'DELETE /api/v1/galleries/{id}/items/{itemId}/favorite': forReadyItem('/favorite'),
  'GET /api/v1/creators/{id}/delivery': ({ people }, _, id) => ({
    path: `/api/v1/creators/${id === 'own' ? people.creator.id : randomUUID()}/delivery`,
  }),
  'PUT /api/v1/gallery-settings': to('/api/v1/gallery-settings', { lockOriginals: true }),
  'POST /functions/v1/verify-payment': (world, actor, id) => ({
    path: '/functions/v1/verify-payment',
    body: { sessionId: world.session(actor, id) },
  }),
  'POST /api/v1/payments/webhook': to('/api/v1/payments/webhook', { id: 'evt_1', type: 'checkout.session.completed' }),
  'GET /sandbox/checkout/{id}': (world, actor, id) => ({ path: `/sandbox/checkout/${world.session(actor, id)}` }),
  'POST /sandbox/checkout/{id}/{action}': (world, actor, id) => ({
    path: `/sandbox/checkout/${world.session(actor, id)}/cancel`,
  }),
  'POST /auth/v1/signup': () => ({ path: '/auth/v1/signup', body: { ...newSignUp(), password } }),
  'POST /auth/v1/otp': () => ({ path: '/auth/v1/otp', body: newSignUp() }),
  'POST /auth/v1/magiclink': () => ({ path: '/auth/v1/magiclink', body: newSignUp() }),
  'POST /auth/v1/resend': () => ({ path: '/auth/v1/resend', body: { type: 'signup', email: newEmail() } }),
  'GET /auth/v1/link': to('/auth/v1/link?type=signup&token=guessed'),
  'GET /auth/v1/verify': to('/auth/v1/verify?type=signup&token=guessed'),
  'POST /auth/v1/verify': () => ({
    path: '/auth/v1/verify',
    body: { type: 'signup', email: newEmail(), token: '000000' },
  }),
  'POST /auth/v1/token': (world, actor, id) => ({
    path: '/auth/v1/token?grant_type=password',
    body: { email: emailOf(world, actor, id), password: id === 'own' ? password : 'Guessed-1' },
  }),
  'POST /auth/v1/logout': to('/auth/v1/logout?scope=local'),
  'PUT /auth/v1/user': (world, actor) => ({
    path: '/auth/v1/user',
    body: { data: { phone: world.person(actor)?.phone } },
  }),
  'POST /auth/v1/recover': (world, actor, id) => ({
    path: '/auth/v1/recover',
    body: { email: emailOf(world, actor, id) },
  }),
  'POST /auth/v1/factors': () => ({
    path: '/auth/v1/factors',
    body: { factor_type: 'totp', friendly_name: randomUUID() },
  }),
  'POST /auth/v1/factors/{id}/challenge': (world, actor, id) => ({
    path: `/auth/v1/factors/${world.factor(actor, id)}/challenge`,
  }),
  'POST /auth/v1/factors/{id}/verify': (world, actor, id) => ({
    path: `/auth/v1/factors/${world.factor(actor, id)}/verify`,
    body: { challenge_id: randomUUID(), code: '000000' },
  }),
  'DELETE /auth/v1/factors/{id}': async (world, actor, id) => ({
    path: `/auth/v1/factors/${await world.newFactor(actor, id)}`,
  }),
  'GET /auth/v1/authorize': to('/auth/v1/authorize?provider=none'),
  'GET /auth/v1/user/identities/authorize': to('/auth/v1/user/identities/authorize?provider=none'),
  'DELETE /auth/v1/user/identities/{id}': ({ people }, actor, id) => {
    const foreign = people[actor === 'other client' ? 'owner' : 'other client'];
    const person = actor === 'anonymous' ? foreign : people[actor];
    // The identity of an email sign-in has the same id as its user.
    const ids: Record<string, string> = { own: person.id, foreign: foreign.id };
    return { path: `/auth/v1/user/identities/${ids[id] ?? randomUUID()}` };
  },
  'ALL /auth/v1/*': to('/auth/v1/nothing'),
  'GET /storage/v1/object/sign/galleries/*': async (world, _, id) => {
    const path = await storedObject(world, 'private', id);
    const urls = world.scenario.site.api.get(SignedUrls);
    const signedPath = id === 'foreign' ? await storedObject(world, 'private', id) : path;
    const { url } = await urls.sign({ path: signedPath, person: randomUUID() });
    return { path: url.replace(signedPath.slice('private/'.length), path.slice('private/'.length)) };
  },
  'GET /storage/v1/object/public/galleries/*': async (world, _, id) => ({
    path: `/storage/v1/object/${await storedObject(world, 'public', id)}`.replace('/public/', '/public/galleries/'),
  }),
  'OPTIONS /storage/v1/upload/resumable': () => ({ path: uploads }),
  'POST /storage/v1/upload/resumable': async (world, actor, id) => ({
    path: uploads,
    headers:
      id === '-'
        ? { 'tus-resumable': '1.0.0', ...uploadHeaders(await pictureFile('avatar')) }
        : galleryUploadHeaders((await world.undeliveredGallery(actor, id, 'draft')).id),
  }),
  'HEAD /storage/v1/upload/resumable/{id}': forUpload,
  'PATCH /storage/v1/upload/resumable/{id}': forUpload,
  'DELETE /storage/v1/upload/resumable/{id}': forUpload,
  'GET /mailbox': fromElsewhere('/mailbox'),
  'GET /mailbox/{number}': fromElsewhere('/mailbox/1'),
  'GET /mailbox/{number}/html': fromElsewhere('/mailbox/1/html'),
  'GET /plain/fonts/{name}': (_, __, id) => ({ path: `/plain/fonts/${id === 'own' ? 'inter' : 'none'}.woff2` }),
  'GET /api/docs/*': to('/api/docs/swagger-ui.css'),
  'GET /*': to('/leads'),
  'OPTIONS *': to('/nothing'),
};

/**
 * The request that this actor sends to a route. `id` is a kind of id of the matrix: `own`, `foreign` or `missing`.
 * `status` is the expected status: only a request that succeeds needs a resource that no other request uses.
 */
export const requestOf = async (
  world: World,
  route: string,
  actor: Actor,
  id: string,
  status: string,
): Promise<Request> => {
  const build = requests[route];
  if (build) return build(world, actor, id, status.startsWith('2') && !route.startsWith('GET '));
  const path = route.slice(route.indexOf('/'));
  const body = bodies[route];
  if (!path.includes('{')) return { path, body };
  const creatingRoute = creatingRoutes[route];
  if (!creatingRoute || path.replace('{id}', '').includes('{'))
    throw new Error(
      `${route} has no id to send: name the route that creates one in \`ids\` of the module's access, or add a builder to apps/api/src/authorization-requests.suite.ts.`,
    );
  return { path: path.replace('{id}', await newIdFrom(creatingRoute, world, actor, id)), body };
};

/**
 * Creates a resource and returns its id: for `own` a resource of the actor, for `foreign` of another actor. If the actor
 * may not create one, the first actor who may creates it. For `missing` the id is changed, so that it does not exist.
 */
const newIdFrom = async (route: string, world: World, actor: Actor, id: string): Promise<string> => {
  const creators = actorsAllowedAt(route);
  const isSelf = (creator: Actor) => world.person(creator)?.id === world.person(actor)?.id;
  const creator = id === 'foreign' ? creators.find((each) => !isSelf(each)) : (creators.find(isSelf) ?? creators.at(0));
  if (!creator) throw new Error(`No actor may create a resource with ${route}.`);
  const { path, ...request } = await requestOf(world, route, creator, 'own', '201');
  const [method = ''] = route.split(' ');
  const response = await world.scenario.site.request(method, path, { by: world.person(creator), ...request });
  const newId: unknown = response.body?.id;
  if (typeof newId !== 'string') throw new Error(`The response of ${route} has no id: ${response.text}`);
  return id === 'missing' ? newId.replace(/[0-9a-f-]{36}$/, randomUUID()) : newId;
};

/** The person who sends the request. If the request ends the session or the account, a new one is created for it. */
export const senderOf = async (site: Site, world: World, route: string, actor: Actor): Promise<Person | undefined> => {
  const person = world.person(actor);
  const hasSession = person && !['suspended', 'expired', 'signed out'].includes(actor);
  const isStaff = actor === 'staff' || actor === 'staff at aal1';
  if (hasSession && actor !== 'aal1' && !isStaff && route === 'DELETE /api/v1/me') return site.signUp(person.role);
  return hasSession && route === 'POST /auth/v1/logout' ? site.signIn(person) : person;
};
