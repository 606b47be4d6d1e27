import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect } from '@jest/globals';
import type { Locator, Page, Request, Route } from 'playwright-core';
import sharp from 'sharp';
import { mp4 } from '#platform/fixtures';
import { eventually } from '#platform/testing';
import type { Fixtures } from './fixtures.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import { intercept, showPage, type Visitor, waitForText } from './visitor.suite.ts';

type TestFile = { name: string; mimeType: string; buffer: Buffer };

const begin = '**/storage/v1/upload/resumable';
const chunks = '**/storage/v1/upload/resumable/*';
const chunkSize = 8_388_608;

/** A different picture for each name. `bytes` is its approximate size. */
const picture = async (name: string, format: 'jpeg' | 'png' | 'gif' | 'webp', bytes = 20_000): Promise<TestFile> => {
  const edge = Math.ceil(Math.sqrt(bytes / 3));
  const raw = sharp(randomBytes(edge * edge * 3), { raw: { width: edge, height: edge, channels: 3 } });
  const buffer = await raw.toFormat(format, format === 'png' ? { compressionLevel: 0 } : {}).toBuffer();
  return { name, mimeType: `image/${format}`, buffer };
};
/** Small, because each copy of its poster is encoded. */
const video = (name: string, durationMs: number): TestFile => {
  return { name, mimeType: '', buffer: mp4({ width: 640, height: 360, durationMs }) };
};

const hostileNames = [
  '<img src=x onerror="document.title=\'owned\'">.jpg',
  "'; drop table read.gallery_items_v1; --.jpg",
  'first dance 💃🏽 최고의 날.JPG',
  'invoice\u202egpj.mov.jpg',
  `${'x'.repeat(251)}.jpg`,
  '  .jpg',
  'con.jpg',
];
/** The name as it is stored: without the right-to-left override and without spaces at the ends. */
const storedName = (name: string): string => name.replaceAll('\u202e', '').trim();
const large = 'highlights.png';

/** 16 photos and videos of several types; the last picture takes two chunks. */
const mixedFiles = async (): Promise<TestFile[]> => [
  await picture('first look.jpg', 'jpeg'),
  await picture('portrait.jpeg', 'jpeg'),
  await picture('menu.png', 'png'),
  await picture('confetti.gif', 'gif'),
  await picture('table.webp', 'webp'),
  ...[1, 2].map((i) => video(`speech ${i}.mp4`, i * 1_000)),
  video('film.mov', 3_000),
  ...(await Promise.all(hostileNames.map((name) => picture(name, 'jpeg')))),
  await picture(large, 'png', 1.25 * chunkSize),
];

const site = testSite({ product: 'galleries' });
let fixtures: Fixtures;
let mara: Visitor;
let files: TestFile[];
beforeAll(async () => {
  fixtures = await site.fixtures();
  mara = await site.signedIn(fixtures.creator.email);
  files = await mixedFiles();
});

const choose = (page: Page, chosen: readonly TestFile[]): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles([...chosen]);
const tile = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const uploadedTiles = (page: Page): Locator => page.getByText('Uploaded', { exact: true });
const progress = async (page: Page): Promise<number> =>
  Number(await page.getByRole('progressbar', { name: 'Uploading files' }).getAttribute('aria-valuenow'));

/** The name of the file in a request that begins an upload. */
const nameIn = (request: Request): string => {
  const [, name = ''] = /filename ([^,]*)/.exec(request.headers()['upload-metadata'] ?? '') ?? [];
  return Buffer.from(name, 'base64').toString();
};

type Item = { fileName: string; fileSize: number };
const itemsOf = async (galleryId: string): Promise<Item[]> => {
  const headers = { authorization: `Bearer ${fixtures.creator.token}` };
  const response = await fetch(`${site.url}/api/v1/galleries/${galleryId}/items`, { headers });
  return ((await response.json()) as { items: Item[] }).items;
};

describe('a creator uploads a gallery', () => {
  const step = dependentTests();
  let galleryId = '';
  const path = () => `/galleries/${galleryId}/upload`;

  step('and creates it for a confirmed booking', async () => {
    const { page } = mara;
    await page.goto('/galleries');
    await waitForText(page, 'No galleries yet');
    await showPage(page, `/bookings/${fixtures.bookings.pending}`);
    await waitForText(page, 'Photos and videos from this booking will appear here.');
    expect(await page.getByRole('link', { name: 'Create Gallery' }).count()).toBe(0);
    await showPage(page, `/bookings/${fixtures.bookings.confirmed}`);
    await page.getByRole('link', { name: 'Create Gallery' }).click();
    await page.getByRole('button', { name: 'Create Gallery' }).click();
    await waitForText(page, 'Gallery name is required');
    await page.getByLabel('Gallery name').fill('Ada & Ben');
    await page.getByRole('button', { name: 'Create Gallery' }).click();
    await waitForText(page, 'Gallery created successfully!');
    await page.waitForURL('**/galleries/gallery-*/upload');
    galleryId = new URL(page.url()).pathname.split('/')[2] ?? '';
    await page.getByRole('heading', { level: 1, name: 'Upload Gallery' }).waitFor();
    await waitForText(page, 'Add photos and videos to your gallery');
    await waitForText(page, 'Supports: JPG, JPEG, PNG, GIF, WEBP, MP4, MOV, AVI (up to 100MB each)');
    expect(await page.getByRole('button', { name: 'Upload 0 Files' }).isDisabled()).toBe(true);
  });

  step('and chooses files with hostile names; others are skipped', async () => {
    const { page, pageErrors } = mara;
    pageErrors.length = 0;
    const others = ['notes.txt', 'program.jpg.exe', 'jpg'].map((name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from('x'),
    }));
    await choose(page, [...files, ...others]);
    await waitForText(page, 'Files to Upload (16)');
    await waitForText(page, '3 files were skipped');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('3 files were skipped').count()).toBe(0);
    for (const name of hostileNames.filter((one) => one.trim() === one)) expect(await tile(page, name).count()).toBe(1);
    expect(await page.title()).toBe('Upload Gallery · Festoon');
    expect(await tile(page, 'speech 1.mp4').getByRole('img', { name: 'Video' }).count()).toBe(1);
    const columns = () =>
      page.locator('.upload-grid').evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    expect(await columns()).toBe(4);
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.waitForFunction((w) => innerWidth === w && document.documentElement.scrollWidth === w, width);
      expect(await columns()).toBe(2);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(pageErrors).toEqual([]);
  });

  step('stops at the first failure, which a retry continues', async () => {
    const { page } = mara;
    const begun: string[] = [];
    const endRefusals = await intercept(page, begin, async (route) => {
      begun.push(nameIn(route.request()));
      if (begun.length === 5) await route.fulfill({ status: 400, json: { code: 'invalid', message: 'Out of space' } });
      else await route.continue();
    });
    await page.getByRole('button', { name: 'Upload 16 Files' }).click();
    await waitForText(page, 'Out of space');
    await waitForText(page, 'The upload stopped at table.webp. Upload again to continue from there.');
    expect(await uploadedTiles(page).count()).toBe(4);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(12);
    endRefusals();

    let hold: (route: Route) => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      hold = (route) => {
        begun.push(nameIn(route.request()));
        if (begun.length <= 9) void route.continue();
        else resolve();
      };
    });
    await page.route(begin, hold);
    await page.getByRole('button', { name: 'Upload 16 Files' }).click();
    await held;
    expect(begun).toEqual([...files.slice(0, 5), ...files.slice(4, 9)].map(({ name }) => name));
    await eventually(async () => (await progress(page)) === 50, '8 of 16 files are uploaded');
    await waitForText(page, 'Uploading files...');
    expect(await page.getByRole('button', { name: 'Uploading...' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Clear All' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  });

  step('has to confirm before leaving the page', async () => {
    const { page } = mara;
    const dialog = page.getByRole('dialog', { name: 'Stop uploading?' });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Keep uploading' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.goBack();
    await dialog.getByRole('button', { name: 'Keep uploading' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.waitForURL(({ pathname }) => pathname === path());
    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.type());
      void question.accept();
    });
    await page.close({ runBeforeUnload: true });
    await eventually(() => questions.includes('beforeunload'), 'the browser asks before the tab is closed');
  });

  step('and resumes after the tab was closed, even in the middle of a file', async () => {
    const page = await mara.context.newPage();
    await page.goto(path());
    await choose(page, files);
    await eventually(async () => (await uploadedTiles(page).count()) === 8, 'what was uploaded before is marked');
    const { promise: second, resolve: reached } = Promise.withResolvers<void>();
    // Refused, not held: a browser that closes the page may send what was held.
    await page.route(chunks, async (route) => {
      const isSecond = route.request().headers()['upload-offset'] === String(chunkSize);
      if (isSecond) reached();
      await (isSecond ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Upload 16 Files' }).click();
    await second;
    expect(await uploadedTiles(page).count()).toBe(15);
    await page.close();

    const last = await mara.context.newPage();
    await last.goto(path());
    await choose(last, files);
    await eventually(async () => (await uploadedTiles(last).count()) === 15, 'all but the last file are marked');
    const offsets: number[] = [];
    last.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
    });
    await last.getByRole('button', { name: 'Upload 16 Files' }).click();
    await waitForText(last, 'Successfully uploaded 16 files');
    await last.waitForURL(`**/galleries/${galleryId}`);
    expect(Math.min(...offsets)).toBeGreaterThanOrEqual(chunkSize);
    await eventually(async () => (await itemsOf(galleryId)).length === 16, 'all 16 files are listed');
    const items = await itemsOf(galleryId);
    expect(items.map(({ fileName, fileSize }) => [fileName, fileSize])).toEqual(
      files.map(({ name, buffer }) => [storedName(name), buffer.length]),
    );
    mara = { ...mara, page: last };
  });

  step('and sees it in the list of galleries, at the booking and on the dashboard', async () => {
    const { page } = mara;
    await showPage(page, '/galleries');
    await waitForText(page, '16 items');
    await waitForText(page, `${Math.round(files.reduce((sum, { buffer }) => sum + buffer.length, 0) / 1_048_576)} MB`);
    await page.getByRole('link', { name: 'Upload Files to Ada & Ben' }).waitFor();
    await showPage(page, `/bookings/${fixtures.bookings.confirmed}`);
    // The list of galleries, which is shown until the page has loaded, has a link with this name and the same text.
    await page.getByRole('link', { name: 'Create Gallery' }).waitFor({ state: 'detached' });
    await waitForText(page, '16 items');
    expect(await page.getByRole('link', { name: 'Create Gallery' }).count()).toBe(0);
    await showPage(page, '/dashboard');
    await page.getByRole('link', { name: /Galleries Delivered\s*1/ }).waitFor();
    await showPage(page, '/galleries/create');
    await waitForText(page, 'No booking needs a gallery');
  });

  step('with the keyboard alone, and continues after the connection was lost', async () => {
    const { page, context } = mara;
    await page.setViewportSize({ width: 390, height: 844 });
    await showPage(page, path());
    const more = await Promise.all(['one.jpg', 'two.jpg', 'three.jpg'].map((name) => picture(name, 'jpeg')));
    page.once('filechooser', (chooser) => void chooser.setFiles(more));
    await page.getByRole('button', { name: /Drag & drop files here, or click to select/ }).focus();
    await page.keyboard.press('Space');
    await waitForText(page, 'Files to Upload (3)');
    const preview = await tile(page, 'one.jpg').locator('img').getAttribute('src');
    await page.evaluate(() => {
      const revoke = URL.revokeObjectURL.bind(URL);
      const revoked: string[] = [];
      Object.assign(window, { revoked });
      URL.revokeObjectURL = (url) => {
        revoked.push(url);
        revoke(url);
      };
    });
    await page.getByRole('button', { name: 'Remove one.jpg' }).focus();
    await page.keyboard.press('Enter');
    await waitForText(page, 'Files to Upload (2)');
    expect(await page.evaluate(() => (window as unknown as { revoked: string[] }).revoked)).toEqual([preview]);
    const focused = page.locator(':focus');
    expect(await focused.getAttribute('aria-label')).toBe('Remove two.jpg');
    for (const name of ['Remove three.jpg', 'Clear All', 'Upload 2 Files']) {
      await page.keyboard.press('Tab');
      expect((await focused.getAttribute('aria-label')) ?? (await focused.innerText())).toBe(name);
    }
    await context.setOffline(true);
    const isUnreachable = () =>
      page.evaluate(() =>
        fetch('/health/live').then(
          () => false,
          () => true,
        ),
      );
    await eventually(isUnreachable, 'the page has no connection');
    await page.keyboard.press('Enter');
    await waitForText(page, 'We can’t reach Festoon. Check your connection.');
    await context.setOffline(false);
    let begun = 0;
    // The first request fails, the second never ends.
    await page.route(begin, async (route) => {
      begun++;
      if (begun > 2) return route.continue();
      await context.setOffline(true);
      if (begun === 1) await route.abort('internetdisconnected');
    });
    await page.getByRole('button', { name: 'Upload 2 Files' }).click();
    await waitForText(page, 'You’re offline. The upload continues when the connection is back.');
    await eventually(() => begun === 2, 'the upload has been tried again');
    await context.setOffline(false);
    await waitForText(page, 'Successfully uploaded 2 files');
    await eventually(async () => (await itemsOf(galleryId)).length === 18, 'both files are listed');
  });

  step(
    'without decoding more of 120 large pictures than those near the screen, as small copies, one after another',
    async () => {
      const { page } = mara;
      await page.setViewportSize({ width: 1280, height: 900 });
      await showPage(page, path());
      await waitForText(page, 'Drag & drop files here, or click to select');
      const { buffer } = await picture('large.jpg', 'jpeg', 1_000_000 * 3);
      await page.route('**/large.jpg', (route) => route.fulfill({ body: buffer, contentType: 'image/jpeg' }));
      await page.evaluate(() => {
        const decode = createImageBitmap;
        const seen = { decoded: 0, atOnce: 0, most: 0, widths: [] as unknown[] };
        Object.assign(window, {
          seen,
          createImageBitmap: async (file: File, options: ImageBitmapOptions) => {
            seen.decoded++;
            seen.most = Math.max(seen.most, ++seen.atOnce);
            seen.widths.push(options?.resizeWidth);
            return decode(file, options).finally(() => seen.atOnce--);
          },
        });
      });
      await page.evaluate(async () => {
        const bytes = await (await fetch('/large.jpg')).blob();
        const dropped = new DataTransfer();
        for (let i = 0; i < 120; i++) dropped.items.add(new File([bytes], `large ${i}.jpg`, { type: 'image/jpeg' }));
        const zone = document.querySelector('.ant-upload-btn');
        zone?.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: dropped }));
      });
      await waitForText(page, 'Files to Upload (120)');
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page.locator('.upload-tile').last().locator('img').waitFor({ timeout: 120_000 });
      type Seen = { decoded: number; most: number; widths: readonly unknown[] };
      const { decoded, most, widths } = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
      expect([most, [...new Set(widths)]]).toEqual([1, [560]]);
      expect(decoded).toBeLessThan(60);
      await page.getByRole('button', { name: 'Clear All' }).click();
    },
  );

  step('sees a message when the session has ended', async () => {
    const { page } = mara;
    await choose(page, [await picture('late.jpg', 'jpeg')]);
    const endRefusals = await intercept(page, begin, (route) => route.fulfill({ status: 403, body: '' }));
    await page.getByRole('button', { name: 'Upload 1 Files' }).click();
    await waitForText(page, 'Failed to upload files');
    endRefusals();
    await page.route(begin, (route) => route.fulfill({ status: 401, json: {} }));
    await page.route('**/auth/v1/**', () => undefined);
    await page.getByRole('button', { name: 'Upload 1 Files' }).click();
    await waitForText(page, 'Not authenticated');
  });
});
