import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import sharp from 'sharp';
import { RequestBooking } from '#bookings';
import { CatalogQueries, CompleteOnboarding } from '#catalog';
import { ErasePerson, RegisterUser } from '#identity';
import type { Actor } from '#kernel';
import { MessagesQueries, messagesModule, OpenThread, SendMessage } from '#messages';
import { Context } from '#platform/context';
import { hostilePictures, sampleOf } from '#platform/fixtures';
import { Storage } from '#platform/storage';
import { ageFiles, eventually, originOf, TestApp, uploadFile } from '#platform/testing';
import { acceptUploadBodies, FileSweep, type Upload } from '#platform/uploads';
import { BlockThread, type ThreadId } from '../messages.commands.ts';
import { attachment } from './attachment.ts';
import { DiscardAttachment } from './attachments.commands.ts';
import { AttachmentReactions } from './attachments.reactions.ts';
import { AttachmentUploads } from './attachments.uploads.ts';
import type { AttachmentId } from './contract.ts';

const seeder: Actor = { id: 'messages.test', kind: 'system', role: 'test' };
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');

let site: TestApp;
let ann: Actor;
let bo: Actor;
let threadId: ThreadId;
let day = 0;
beforeAll(async () => {
  site = await TestApp.start({ imports: [messagesModule.nest], actorHeader: true, prepare: acceptUploadBodies });
  [ann, bo] = [await register('client', 'Ann'), await register('creator', 'Bo')];
  await site.send(
    bo,
    new CompleteOnboarding({
      serviceType: 'photographer',
      specialties: ['Weddings'],
      yearsExperience: 8,
      bio: 'Light and people.',
      country: 'US',
      city: 'Burlington',
      state: 'VT',
      travelRadius: 50,
      packages: [{ name: 'Full day', price: 120_050, durationHours: 8, deliverables: [] }],
    }),
  );
  threadId = await threadOf(ann);
});
afterAll(() => site.stop());

const register = async (role: 'client' | 'creator', firstName: string): Promise<Actor> => {
  const email = `${firstName}-${randomUUID()}@example.org`;
  const facts = { firstName, lastName: 'Tester', email, password: 'Correct-horse-1', role };
  return { id: await site.send(seeder, new RegisterUser(facts)), kind: 'user', role };
};
const threadOf = async (client: Actor): Promise<ThreadId> => {
  const profiles = await site.as(seeder, () => site.app.get(CatalogQueries, { strict: false }).profiles([bo.id]));
  const packageId = profiles.get(bo.id)?.packages[0]?.id ?? '';
  const eventDate = new Date(Date.UTC(2999, 0, ++day)).toISOString().slice(0, 10);
  const details = { creatorId: bo.id, packageId, eventType: 'wedding', eventLocation: 'Old mill', eventDate };
  const bookingId = (await site.send(client, new RequestBooking(details))) as `booking-${string}`;
  return site.send(client, new OpenThread({ bookingId }));
};
const queries = () => site.app.get(MessagesQueries, { strict: false });
const picture = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#336655' } })
    .png()
    .toBuffer();
type Sent = { fileName?: string; contentType?: string; content: Uint8Array; targetId?: string };
const upload = async (by: Actor, sent: Sent) => {
  const file = { purpose: 'attachment', targetId: threadId, fileName: 'plan.png', contentType: 'image/png', ...sent };
  const { id, status } = await uploadFile(site.url, { 'x-actor': JSON.stringify(by) }, file);
  return { id: `attachment-${id}` as AttachmentId, status };
};
const uploads = () => site.app.get(AttachmentUploads, { strict: false });
const fileOf = (by: Actor, change: Partial<Upload>): Upload => ({
  id: randomUUID(),
  person: by.id,
  purpose: 'attachment',
  targetId: threadId,
  fileName: 'plan.png',
  contentType: 'image/png',
  size: 1_000,
  sha256: '',
  createdAt: new Date(),
  ...change,
});
/** Why a person may not upload a file; undefined if they may. */
const refusalOf = (by: Actor, change: Partial<Upload> = {}): Promise<string | undefined> =>
  site
    .as(by, () => uploads().requireAllowed(fileOf(by, change)))
    .then(
      () => undefined,
      ({ code }: { code: string }) => code,
    );
const uploadPdf = (by: Actor, content: Uint8Array = pdf) =>
  upload(by, { fileName: 'run of show.pdf', contentType: 'application/pdf', content });
const filesFor = async (by: Actor, id = threadId) =>
  (await site.as(by, () => queries().messages(id, { limit: 100 }))).items.flatMap(({ attachments }) => attachments);
const fileFor = async (by: Actor, id: AttachmentId) => (await filesFor(by)).find((file) => file.id === id);
const downloadAs = (by: Actor, id: AttachmentId) => site.as(by, () => queries().attachment(threadId, id));
const stored = async (by: Actor): Promise<readonly string[]> => {
  const paths: string[] = [];
  for await (const { path } of site.app.get(Storage).list(`private/${by.id}`)) paths.push(path);
  return paths;
};

test('the parties of a conversation see a picture that was sent, and download it without its metadata', async () => {
  const { id, status } = await upload(ann, { content: await picture() });
  expect(status).toBe(204);
  await expect(downloadAs(bo, id)).rejects.toMatchObject({ code: 'attachment-not-found' });
  await site.send(ann, new SendMessage(threadId, '', [id]));
  const shown = await eventually(async () => {
    const file = await fileFor(bo, id);
    return file?.status === 'ready' && file;
  });
  expect(shown).toMatchObject({ fileName: 'plan.png', kind: 'picture', width: 300, height: 200, reason: null });
  for (const url of [shown.previewUrl, shown.largeUrl])
    expect((await fetch(`${site.url}${url}`)).headers.get('content-type')).toBe('image/webp');
  const response = await fetch(`${site.url}${(await downloadAs(bo, id)).url}`);
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="plan.jpg"');
  const path = shown.previewUrl?.replace(/\?.*$/, '') ?? '';
  expect((await fetch(`${site.url}${path}`)).status).toBe(404);
  await eventually(async () => (await stored(ann)).length === 4);
});

test('a message that is sent again with its idempotency key is sent once, with its files', async () => {
  const { id } = await uploadPdf(ann);
  const sendOnce = (key: string) =>
    site.app
      .get(Context)
      .run(originOf(ann), () => site.app.get(CommandBus).execute(new SendMessage(threadId, 'Once', [id])), key);
  const first = await sendOnce('key-1');
  expect(await sendOnce('key-1')).toBe(first);
  await expect(sendOnce('key-2')).rejects.toMatchObject({ code: 'attachment-sent' });
  const sent = async () => {
    const { items } = await site.as(ann, () => queries().messages(threadId, { limit: 100 }));
    return items.filter(({ text }) => text === 'Once');
  };
  await eventually(async () => (await sent()).length > 0);
  expect((await sent()).map(({ attachments }) => attachments.length)).toEqual([1]);
});

test('a PDF is downloaded, never shown by the site', async () => {
  const { id, status } = await uploadPdf(bo);
  expect(status).toBe(204);
  await site.send(bo, new SendMessage(threadId, 'The run of the show', [id]));
  expect(await fileFor(ann, id)).toMatchObject({ kind: 'pdf', status: 'ready', previewUrl: null });
  const response = await fetch(`${site.url}${(await downloadAs(ann, id)).url}`);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('attachment; filename="run of show.pdf"'),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('only the parties upload, and no one reads what others have not sent', async () => {
  const eve = await register('creator', 'Eve');
  expect(await refusalOf(eve)).toBe('thread-not-yours');
  expect(await refusalOf(ann, { targetId: `thread-${randomUUID()}` })).toBe('thread-not-found');
  expect(await refusalOf(ann, { targetId: null })).toBe('thread-not-found');
  const { id } = await uploadPdf(ann);
  for (const by of [eve, bo]) await expect(downloadAs(by, id)).rejects.toThrow();
  await expect(site.send(bo, new SendMessage(threadId, 'Mine', [id]))).rejects.toMatchObject({
    code: 'attachment-not-found',
  });
  const blocked = await threadOf(ann);
  await site.send(bo, new BlockThread(blocked, 'block'));
  expect(await refusalOf(ann, { targetId: blocked })).toBe('thread-blocked');
  await expect(site.send(ann, new SendMessage(blocked, 'Read', [id]))).rejects.toMatchObject({
    code: 'thread-blocked',
  });
  await site.send(ann, new SendMessage(threadId, 'Here it is', [id]));
  await expect(site.send(ann, new SendMessage(threadId, 'Again', [id]))).rejects.toMatchObject({
    code: 'attachment-sent',
  });
});

test('files of other types are refused, whatever they are called', async () => {
  const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  const types = { 'notes.docx': word, 'page.html': 'text/html', 'logo.svg': 'image/svg+xml', 'plan.pdf.exe': '' };
  for (const [fileName, contentType] of Object.entries(types))
    expect([fileName, await refusalOf(ann, { fileName, contentType })]).toEqual([fileName, 'picture-type-unsupported']);
  // A web page that is called a PDF is refused once its content has arrived.
  const file = fileOf(ann, { fileName: 'plan.pdf', contentType: 'application/pdf' });
  const path = uploads().pathOf(file);
  await site.app.get(Storage).write(path, Buffer.from('<script>alert(1)</script>'));
  await expect(site.as(ann, () => uploads().accept(file, path))).rejects.toMatchObject({
    code: 'attachment-type-unsupported',
  });
  await site.app.get(Storage).remove([path]);
});

test('no hostile file reaches a reader', async () => {
  const before = new Set(await stored(bo));
  const ids: AttachmentId[] = [];
  for (const { fileName, content } of sampleOf(hostilePictures)) {
    const contentType = `image/${fileName.slice(fileName.lastIndexOf('.') + 1)}`;
    const { id, status } = await upload(bo, { fileName, contentType, content: await content() });
    if (status !== 204) continue;
    // A file that was refused already cannot be sent.
    await site.send(bo, new SendMessage(threadId, 'Look', [id])).then(
      () => ids.push(id),
      (error) => expect(error).toMatchObject({ code: 'attachment-not-found' }),
    );
  }
  const results = await eventually(async () => {
    const found = (await filesFor(ann)).filter(({ id }) => ids.includes(id));
    return found.every(({ status }) => status !== 'processing') && found;
  });
  for (const { id, status, reason, previewUrl } of results) {
    expect([id, status === 'refused']).toEqual([id, reason !== null]);
    expect([id, status === 'ready']).toEqual([id, previewUrl !== null]);
    if (status === 'refused') await expect(downloadAs(ann, id)).rejects.toMatchObject({ code: 'attachment-not-ready' });
  }
  // Of the files only the copies are left.
  await eventually(async () =>
    (await stored(bo)).every((path) => before.has(path) || /-shown(\.w\d+\.webp|\.jpg)$/.test(path)),
  );
});

test('a file that cannot be sent leaves the other files of its message unsent', async () => {
  const [good, damaged] = [await uploadPdf(ann), await upload(ann, { content: (await picture()).subarray(0, 60) })];
  await eventually(async () => (await site.typesOf(damaged.id)).includes('AttachmentRefused'));
  await expect(site.send(ann, new SendMessage(threadId, 'Both', [good.id, damaged.id]))).rejects.toMatchObject({
    code: 'attachment-not-found',
  });
  await site.send(ann, new SendMessage(threadId, 'The good one', [good.id]));
  await eventually(() => fileFor(bo, good.id));
});

test('a file whose message was never written is removed after a day', async () => {
  const { id } = await uploadPdf(ann);
  const facts = { threadId, messageId: `message-${randomUUID()}` };
  await site.as(ann, () => site.store.handle(attachment, id, 'send', facts));
  await site.send(seeder, new DiscardAttachment(id));
  await expect(downloadAs(ann, id)).rejects.toMatchObject({ code: 'attachment-not-found' });
});

test('a file that was not sent is removed after a day, a sent one stays', async () => {
  const [unsent, sent] = [await uploadPdf(ann), await uploadPdf(ann)];
  await site.send(ann, new SendMessage(threadId, 'This one', [sent.id]));
  expect(site.app.get(AttachmentReactions, { strict: false }).discardUnsent.delay).toBe(86_400_000);
  for (const { id } of [unsent, sent]) await site.send(seeder, new DiscardAttachment(id));
  await expect(downloadAs(ann, unsent.id)).rejects.toMatchObject({ code: 'attachment-not-found' });
  expect(await downloadAs(ann, sent.id)).toMatchObject({ url: expect.stringContaining('/storage/v1/object/sign/') });
  await eventually(async () =>
    (await stored(ann)).every((path) => !path.includes(unsent.id.slice('attachment-'.length))),
  );
});

test('a sweep keeps the files of messages', async () => {
  const before = [...(await stored(ann)), ...(await stored(bo))].length;
  ageFiles(site.config.dataFolder);
  await site.app.get(FileSweep, { strict: false }).sweep();
  expect([...(await stored(ann)), ...(await stored(bo))]).toHaveLength(before);
});

test('a person’s files are in their export, and are erased with their account', async () => {
  const dan = await register('client', 'Dan');
  threadId = await threadOf(dan);
  const [{ id }, { id: pictureId }] = [await uploadPdf(dan), await upload(dan, { content: await picture() })];
  await site.send(dan, new SendMessage(threadId, 'Read this', [id, pictureId]));
  expect(await queries().attachmentsOf(dan.id)).toMatchObject([
    { fileName: 'run of show.pdf' },
    { fileName: 'plan.png' },
  ]);
  await eventually(async () => (await filesFor(bo)).every(({ status }) => status === 'ready'));
  await site.send(dan, new ErasePerson(dan.id));
  await eventually(async () => (await filesFor(bo)).length === 0);
  expect(await queries().attachmentsOf(dan.id)).toEqual([]);
  await eventually(async () => (await stored(dan)).length === 0);
  expect(await site.differences()).toEqual(new Map());
});
