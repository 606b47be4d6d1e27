import sharp from 'sharp';
import { eventually, uploadFile } from '#platform/testing';
import type { Fixtures } from './fixtures.suite.ts';
import { sender } from './http.suite.ts';

type Body = Record<string, unknown>;

const colors = ['#14304a', '#e3a06a', '#5a4bb0', '#2f6b57'];

/** A small picture of one color, because large ones are tested elsewhere; every third one is upright. */
const photo = (number: number): Promise<Buffer> => {
  const [width, height] = number % 3 === 1 ? [240, 360] : [360, 240];
  const background = colors[number % colors.length] ?? 'black';
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
};

/** Galleries of the fixtures' creator, made over HTTP. */
export const galleryMaker = (site: { readonly url: string }, { client, creator, packageId }: Fixtures) => {
  const send = sender(site.url);
  /** Uploads a file, and waits until it is processed. */
  const add = async (
    galleryId: string,
    fileName: string,
    content: Buffer,
    contentType = 'image/jpeg',
  ): Promise<void> => {
    const file = { purpose: 'gallery-item', targetId: galleryId, fileName, contentType, content };
    const { status, body } = await uploadFile(site.url, { authorization: `Bearer ${creator.token}` }, file);
    if (status !== 204) throw new Error(`The upload returned ${status}: ${body}`);
    await eventually(async () => {
      const { items } = await send('GET', `/api/v1/galleries/${galleryId}/items`, creator);
      return (items as Body[]).some((item) => item.fileName === fileName && item.state !== 'processing');
    }, `${fileName} is processed`);
  };
  /** Creates a gallery with `Photo 1.jpg` and so on. Returns its id. */
  const create = async (bookingId: string, name: string, photos: number, description?: string): Promise<string> => {
    const { id } = await send('POST', '/api/v1/galleries', creator, { bookingId, name, description });
    const galleryId = String(id);
    for (let number = 1; number <= photos; number += 1)
      await add(galleryId, `Photo ${number}.jpg`, await photo(number));
    return galleryId;
  };
  /**
   * The gallery of a booking, which clients can see and which another spec of the same product may have created.
   * Returns its id.
   */
  const ready = async (bookingId: string, name: string, photos: number): Promise<string> => {
    const { items } = await send('GET', `/api/v1/galleries?bookingId=${bookingId}`, creator);
    const [existing] = items as Body[];
    const id = existing ? String(existing.id) : await create(bookingId, name, photos);
    if (!existing || existing.status === 'draft') await send('POST', `/api/v1/galleries/${id}/ready`, creator);
    return id;
  };
  /** Books the creator for another day, and confirms it. Returns the booking's id. */
  const book = async (eventDate: string, eventName?: string): Promise<string> => {
    const event = { eventType: 'wedding', eventDate, eventName, eventLocation: 'Austin, TX' };
    const { id } = await send('POST', '/api/v1/bookings', client, { creatorId: creator.id, packageId, ...event });
    await send('POST', `/api/v1/bookings/${id}/confirm`, creator);
    return String(id);
  };
  return { send, add, book, create, ready };
};
