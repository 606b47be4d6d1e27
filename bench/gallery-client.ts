// A creator with a gallery, over HTTP: what the benchmarks of uploads, archives and the gallery page need.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const chunkSize = 8 * 1_048_576;
const onboarding = {
  serviceType: 'photographer',
  specialties: ['Weddings'],
  yearsExperience: 8,
  bio: 'Light and people.',
  country: 'US',
  city: 'Burlington',
  state: 'VT',
  travelRadius: 50,
  packages: [{ name: 'Full day', price: 120_000, durationHours: 8, deliverables: [] }],
};

type User = { readonly id: string; readonly token: string };
type Body = Readonly<Record<string, unknown>>;

/** The creator of a confirmed booking, its client, and the draft gallery of the booking. */
export class BenchGallery {
  readonly #url: string;
  readonly #creator: User;
  readonly #client: User;
  readonly id: string;

  // Node runs this file without compiling it, so parameter properties are not available.
  private constructor(url: string, creator: User, client: User, id: string) {
    this.#url = url;
    this.#creator = creator;
    this.#client = client;
    this.id = id;
  }

  static async create(url: string): Promise<BenchGallery> {
    const [creator, client] = [await signUp(url, 'creator'), await signUp(url, 'client')];
    await call(url, 'POST', '/api/v1/profile/onboarding', creator, onboarding);
    await call(url, 'PUT', '/api/v1/gallery-settings', creator, { lockOriginals: false });
    const profile = await call<{ packages: { id: string }[] }>(url, 'GET', `/api/v1/creators/${creator.id}`, client);
    const booking = await call<{ id: string }>(url, 'POST', '/api/v1/bookings', client, {
      creatorId: creator.id,
      packageId: profile.packages[0]?.id,
      eventType: 'wedding',
      eventDate: '2099-06-20',
      eventLocation: 'Old mill',
    });
    await call(url, 'POST', `/api/v1/bookings/${booking.id}/confirm`, creator);
    const { id } = await call<{ id: string }>(url, 'POST', '/api/v1/galleries', creator, {
      bookingId: booking.id,
      name: 'Old mill',
    });
    return new BenchGallery(url, creator, client, id);
  }

  /** Uploads a file in chunks, as the browser does. */
  async upload(fileName: string, content: Buffer): Promise<void> {
    const metadata = {
      purpose: 'gallery-item',
      targetId: this.id,
      filename: fileName,
      sha256: createHash('sha256').update(content).digest('hex'),
    };
    const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
    const begun = await this.#tus('POST', '/storage/v1/upload/resumable', {
      'upload-length': String(content.length),
      'upload-metadata': pairs.join(),
    });
    const location = begun.headers.get('location') ?? '';
    for (let offset = 0; offset < content.length; offset += chunkSize) {
      const chunk = content.subarray(offset, offset + chunkSize);
      const type = 'application/offset+octet-stream';
      await this.#tus('PATCH', location, { 'upload-offset': String(offset), 'content-type': type }, chunk);
    }
  }

  /** Waits until every file is processed, then delivers the gallery. */
  async deliver(): Promise<void> {
    for (;;) {
      const { itemsProcessing } = await this.#call<{ itemsProcessing: number }>('GET', '');
      if (itemsProcessing === 0) break;
      await sleep(200);
    }
    await this.#call('POST', '/ready');
    await this.#call('POST', '/deliver');
  }

  /** The URL of the archive of the originals. */
  async archive(): Promise<string> {
    const path = `/api/v1/galleries/${this.id}/archive`;
    const { url } = await call<{ url: string }>(this.#url, 'POST', path, this.#client, { variant: 'original' });
    return new URL(url, this.#url).href;
  }

  /**
   * Reads up to 1,000 items as the client does, without interpreting them. `encoding` is what the response may be
   * compressed with.
   */
  async readItems(encoding: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.#client.token}`, 'accept-encoding': encoding };
    const response = await fetch(`${this.#url}/api/v1/galleries/${this.id}/items?limit=1000`, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`Reading the items returned ${response.status}: ${text}`);
    return text;
  }

  #call<T>(method: string, end: string): Promise<T> {
    return call<T>(this.#url, method, `/api/v1/galleries/${this.id}${end}`, this.#creator);
  }

  async #tus(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: Buffer,
  ): Promise<Response> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      headers: { authorization: `Bearer ${this.#creator.token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return response;
  }
}

const signUp = async (url: string, role: 'creator' | 'client'): Promise<User> => {
  const data = { first_name: 'Ann', last_name: 'Archer', role };
  const body = { email: `${role}@example.com`, password: 'Sunflower-7-grows', data };
  const session = await call<{ access_token: string; user: { id: string } }>(
    url,
    'POST',
    '/auth/v1/signup',
    null,
    body,
  );
  return { id: session.user.id, token: session.access_token };
};

const call = async <T>(url: string, method: string, path: string, by: User | null, body?: Body): Promise<T> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(by && { authorization: `Bearer ${by.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};
