import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Download, Locator, Page } from 'playwright-core';
import { mp4 } from '#platform/fixtures';
import { eventually } from '#platform/testing';
import { type Fixtures, payBooking } from './fixtures.suite.ts';
import { galleryMaker } from './gallery-fixtures.suite.ts';
import { multiplyGalleryItems, removeGalleryFiles } from './gallery-rows.suite.ts';
import { dependentTests, testSite } from './test-site.suite.ts';
import { downloadReceipt, intercept, showPage, type Visitor, waitForText } from './visitor.suite.ts';

const site = testSite({ product: 'galleries' });
let fixtures: Fixtures;
let galleries: ReturnType<typeof galleryMaker>;
/** The booking of the first gallery, whose deposit is paid. */
let bookingId: string;
/** The first gallery. */
let path: string;
let ada: Visitor;
let mara: Visitor;
beforeAll(async () => {
  fixtures = await site.fixtures();
  galleries = galleryMaker(site, fixtures);
  bookingId = await galleries.book('2999-06-30', 'Ada & Ben in the garden');
  await payBooking(galleries.send, fixtures.client, bookingId, 'deposit');
  ada = await site.signedIn(fixtures.client.email);
  mara = await site.signedIn(fixtures.creator.email);
});

const tile = (page: Page, name: string): Locator => page.getByRole('button', { name: `Open ${name}` });
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
const lightbox = (page: Page): Locator => page.getByRole('dialog', { name: 'Lightbox' });
const loaded = (page: Page, count: number): Promise<void> =>
  page
    .locator('.tile img.sharp')
    .nth(count - 1)
    .waitFor();

/** The names of the files that are downloaded until there are `count`. */
const downloads = (page: Page, count: number): Promise<string[]> =>
  new Promise((resolve) => {
    const names: string[] = [];
    const note = (download: Download) => {
      if (names.push(download.suggestedFilename()) < count) return;
      page.off('download', note);
      resolve(names);
    };
    page.on('download', note);
  });

describe('a gallery from the draft to its acceptance', () => {
  const step = dependentTests();

  step('a draft does not exist for the client; its creator sees which file failed and removes it', async () => {
    const id = await galleries.create(bookingId, 'The garden party', 4, 'From noon to midnight.');
    await galleries.add(id, 'notes.png', Buffer.from('not a picture'));
    path = `/galleries/${id}`;
    await ada.page.goto(path);
    await waitForText(ada.page, 'Gallery not found');
    await showPage(ada.page, '/galleries');
    await waitForText(ada.page, 'No galleries yet');
    await showPage(ada.page, `${path}/upload`);
    await waitForText(ada.page, 'Gallery not found');
    await mara.page.goto(path);
    await mara.page.getByRole('heading', { level: 1, name: 'The garden party' }).waitFor();
    await waitForText(mara.page, /^Draft · for Ada Park$/i);
    const left = async (text: string) => (await mara.page.getByText(text, { exact: true }).boundingBox())?.x;
    expect(await left('From noon to midnight.')).toBe(await left('The garden party'));
    await waitForText(mara.page, /^Ada & Ben in the garden · June 30, 2999 · 5 items · 0 MB$/);
    await waitForText(mara.page, 'This file is not a photo that Festoon can show.');
    expect(await mara.page.getByRole('button', { name: 'Mark Ready' }).count()).toBe(0);
    await mara.page.getByRole('button', { name: 'Delete notes.png' }).click();
    await waitForText(mara.page, 'File deleted');
    await mara.page.getByRole('link', { name: 'Upload Files' }).waitFor();
    await mara.page.getByRole('button', { name: 'Mark Ready' }).waitFor();
  });

  step('the creator gives a picture a title, a section and another place', async () => {
    const { page } = mara;
    await tile(page, 'Photo 4.jpg').hover();
    await page.getByRole('button', { name: 'Edit Photo 4.jpg' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Title').fill('First dance');
    await dialog.getByLabel('Position (1 to 4)').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const names = () =>
      page.locator('.tile-open').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await eventually(
      async () => (await names()).join() === 'Open Photo 1.jpg,Open First dance,Open Photo 2.jpg,Open Photo 3.jpg',
      'the order is changed',
    );
    await tile(page, 'Photo 2.jpg').dragTo(tile(page, 'Photo 1.jpg'));
    await eventually(async () => (await names())[0] === 'Open Photo 2.jpg', 'the picture is moved to the first place');
    await tile(page, 'Photo 2.jpg').dragTo(tile(page, 'First dance'));
    await eventually(async () => (await names())[2] === 'Open Photo 2.jpg', 'the picture is moved back');
    await tile(page, 'Photo 3.jpg').hover();
    await page.getByRole('button', { name: 'Edit Photo 3.jpg' }).click();
    await dialog.getByLabel('Section').fill('Dinner');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 2, name: 'Dinner' }).waitFor();
    await page.getByRole('link', { name: 'Dinner' }).click();
    await tile(page, 'First dance').waitFor({ state: 'hidden' });
    expect(await names()).toEqual(['Open Photo 3.jpg']);
    await page.getByRole('link', { name: 'All', exact: true }).click();
  });

  step('the client sees a ready gallery with a watermark, and the delivered one at once', async () => {
    await mara.page.getByRole('button', { name: 'Mark Ready' }).click();
    await waitForText(mara.page, 'Your client can see the gallery now');
    await mara.page.waitForFunction(() => document.activeElement?.textContent === 'Deliver');
    await showPage(ada.page, path);
    await waitForText(ada.page, 'These are previews with a watermark.');
    await loaded(ada.page, 4);
    await mara.page.getByRole('button', { name: 'Deliver' }).click();
    await mara.page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
    await waitForText(mara.page, 'Gallery delivered');
    await mara.page.getByRole('button', { name: 'Reopen' }).waitFor();
    await waitForText(ada.page, /^Delivered .+ · by Mara Quinn$/i);
    await waitForText(ada.page, 'Originals unlock when the balance is paid');
    expect(await ada.page.getByRole('button', { name: 'Download All' }).count()).toBe(0);
    await ada.page.getByRole('button', { name: 'Download ZIP (web size)' }).waitFor();
    const link = ada.page.getByRole('link', { name: 'Open the booking' });
    expect(await link.getAttribute('href')).toBe(`/bookings/${bookingId}`);
    const delivery = /Gallery delivered by the professional/;
    const receipt = await downloadReceipt(ada.page, 'History of this gallery', delivery, /Led to: .*Person notified/);
    expect(receipt).toMatch(/^festoon-gallery-[0-9a-f-]{36}\.json$/);
  });

  step('the creator sees the client’s favorites, and can filter by them', async () => {
    await ada.page.getByRole('button', { name: 'Favorite First dance' }).click();
    await mara.page.getByRole('img', { name: 'The client’s favorite' }).waitFor();
    await mara.page.getByRole('link', { name: 'Favorites 1' }).click();
    await tile(mara.page, 'Photo 1.jpg').waitFor({ state: 'hidden' });
    expect(await mara.page.locator('.tile').count()).toBe(1);
    expect(new URL(mara.page.url()).search).toBe('?show=favorites');
    await waitForText(mara.page, 'The client can download the originals once the balance is paid.');
  });

  step('a picture stays in the lightbox when it is no longer a favorite', async () => {
    const { page } = ada;
    await page.getByRole('link', { name: 'Favorites 1' }).click();
    await tile(page, 'Photo 1.jpg').waitFor({ state: 'hidden' });
    await tile(page, 'First dance').click();
    const favorite = lightbox(page).getByRole('button', { name: 'Favorite' });
    await favorite.click();
    await page.getByRole('link', { name: 'Favorites 0', includeHidden: true }).waitFor();
    await waitForText(lightbox(page), '1 / 1');
    await favorite.click();
    await page.getByRole('link', { name: 'Favorites 1', includeHidden: true }).waitFor();
    await page.keyboard.press('Escape');
    await lightbox(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All', exact: true }).click();
  });

  step('the lightbox works by keyboard, and returns the focus to the picture that was open last', async () => {
    const { page } = ada;
    await tile(page, 'Photo 1.jpg').focus();
    await page.keyboard.press('Enter');
    await waitForText(lightbox(page), '1 / 4');
    await page.keyboard.press('ArrowRight');
    await waitForText(lightbox(page), '2 / 4');
    await waitForText(lightbox(page), 'First dance');
    expect(await lightbox(page).getByRole('button', { name: 'Favorite' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await lightbox(page).waitFor({ state: 'hidden' });
    await eventually(async () => (await focusedName(page)) === 'Open First dance', 'the focus is on the last picture');
  });

  step('once the balance is paid, the client downloads one file, and then all, 500 ms apart', async () => {
    const { page } = ada;
    await payBooking(galleries.send, fixtures.client, bookingId, 'balance');
    const all = page.getByRole('button', { name: 'Download All' });
    await all.waitFor();
    await tile(page, 'Photo 2.jpg').click();
    const one = downloads(page, 1);
    await lightbox(page).getByRole('button', { name: 'Download' }).click();
    expect(await one).toEqual(['Photo 2.jpg']);
    await page.keyboard.press('Escape');
    await lightbox(page).waitFor({ state: 'hidden' });
    const files = downloads(page, 4);
    const begun = Date.now();
    await all.click();
    expect(new Set(await files)).toEqual(new Set(['Photo 1.jpg', 'Photo 2.jpg', 'Photo 3.jpg', 'Photo 4.jpg']));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1_500);
    await all.waitFor();
    const archive = downloads(page, 1);
    await page.getByRole('button', { name: 'Download ZIP', exact: true }).click();
    expect(await archive).toEqual([expect.stringMatching(/\.zip$/)]);
  });

  step('the creator reopens the gallery with a reason that the client sees', async () => {
    await mara.page.getByRole('button', { name: 'Reopen' }).click();
    const dialog = mara.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await waitForText(dialog, 'Enter a reason');
    await dialog.getByLabel('Reason').fill('Two pictures are missing');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await waitForText(mara.page, 'Gallery reopened');
    await waitForText(ada.page, 'Reopened: Two pictures are missing');
  });

  step('the client accepts the second version, and then it stays as it is', async () => {
    await mara.page.getByRole('button', { name: 'Deliver' }).click();
    await mara.page.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click();
    await ada.page.getByRole('button', { name: 'Accept Gallery' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Accept Gallery' }).click();
    await waitForText(ada.page, 'Gallery accepted');
    await waitForText(mara.page, /^Accepted .+ · for Ada Park$/i);
    expect(await mara.page.getByRole('button', { name: 'Reopen' }).count()).toBe(0);
    await ada.page.getByRole('link', { name: 'Back' }).click();
    await ada.page.waitForURL('**/bookings');
  });

  step('on a phone nothing scrolls sideways, and the lightbox is swiped', async () => {
    const { page } = ada;
    await page.setViewportSize({ width: 390, height: 844 });
    await showPage(page, path);
    await loaded(page, 4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await tile(page, 'Photo 1.jpg').click();
    await waitForText(lightbox(page), '1 / 4');
    await page.mouse.move(320, 422);
    await page.mouse.down();
    await page.mouse.move(60, 424, { steps: 8 });
    await page.mouse.up();
    await waitForText(lightbox(page), '2 / 4');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
  });
});

test('the viewer and the link page show how long files are kept, and when they were removed', async () => {
  const share = async (galleryId: string): Promise<string> => {
    const { path: link } = await galleries.send('POST', `/api/v1/galleries/${galleryId}/shares`, fixtures.creator, {});
    return String(link);
  };
  const guest = await site.visitor();
  await guest.page.goto(await share(path.split('/').at(-1) ?? ''));
  const pages = [ada.page, mara.page, guest.page];
  for (const page of pages) {
    await waitForText(page, /^The files are kept until [A-Z][a-z]+ \d+, \d{4}\./);
    await loaded(page, 1);
  }
  // Of another gallery, which no page has read before its files are removed.
  const id = await galleries.create(await galleries.book('2999-07-04'), 'A year ago', 1);
  for (const verb of ['ready', 'deliver'])
    await galleries.send('POST', `/api/v1/galleries/${id}/${verb}`, fixtures.creator);
  const link = await share(id);
  await removeGalleryFiles(site.database, id, '2027-11-22T12:00:00.000Z');
  for (const page of pages) {
    await showPage(page, page === guest.page ? link : `/galleries/${id}`);
    await waitForText(page, 'Files were removed on November 22, 2027.');
    await waitForText(page, 'Photo 1.jpg');
    expect(await page.locator('.tile').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Download|Share|Reopen|Accept/ }).count()).toBe(0);
  }
  await showPage(ada.page, '/galleries');
  await waitForText(ada.page, 'Files were removed on November 22, 2027');
});

test('a video is requested when it is opened, and plays', async () => {
  const { page } = mara;
  const id = await galleries.create(await galleries.book('2999-07-01'), 'The film', 1);
  await galleries.add(id, 'Speech.mp4', mp4({ width: 640, height: 360, durationMs: 134_000 }), 'video/mp4');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/url')) requested.push(request.url());
  });
  await showPage(page, `/galleries/${id}`);
  await waitForText(page, 'Film 2:14');
  const film = await recorded(page);
  // The test video has no picture track; its container only states its duration and size.
  const endInterception = await intercept(page, /\.mp4\?token=/, (route) =>
    route.fulfill({ contentType: 'video/webm', body: film }),
  );
  await tile(page, 'Photo 1.jpg').click();
  await waitForText(lightbox(page), '1 / 2');
  expect(requested).toEqual([]);
  await page.keyboard.press('ArrowRight');
  const video = page.locator('video');
  await video.waitFor();
  await eventually(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime > 0), 'the video plays');
  expect(requested).toHaveLength(1);
  await page.keyboard.press('Escape');
  endInterception();
  await tile(page, 'Speech.mp4').click();
  await waitForText(lightbox(page), 'Your browser can’t play this video. Download it to watch it.');
  await page.keyboard.press('Escape');
});

/** A second of video or more, recorded by the browser. */
const recorded = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      const stopped = new Promise((resolve) => {
        recorder.onstop = resolve;
      });
      // In parts, until there are enough of them: on a busy machine the first picture is encoded late.
      recorder.start(100);
      const enough = () => parts.filter(({ size }) => size > 0).length >= 8;
      for (let i = 0; i < 20 || (i < 400 && !enough()); i += 1) {
        context?.fillRect(0, 0, (i % 20) * 10 + 1, (i % 20) * 5 + 1);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      recorder.stop();
      await stopped;
      return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
    }),
  );

describe('a gallery with four pictures', () => {
  const step = dependentTests();
  let eveningId: string;
  beforeAll(async () => {
    eveningId = await galleries.create(await galleries.book('2999-07-03'), 'The evening', 4);
  });

  step('several pictures move to a section at once, by keyboard and on a phone', async () => {
    const { page } = mara;
    await showPage(page, `/galleries/${eveningId}`);
    const dinner = 'Dinner under the lanterns of the old garden';
    const bar = page.getByRole('region', { name: 'Selected photos and videos' });
    const picture = (number: number) => page.getByRole('button', { name: `Select Photo ${number}.jpg` });
    const move = async (section: string) => {
      await bar.getByRole('button', { name: 'Move to Section' }).click();
      const dialog = page.getByRole('dialog', { name: 'Move 3 items' });
      await dialog.getByLabel('Section').fill(section);
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await bar.waitFor({ state: 'hidden' });
    };
    await page.getByRole('button', { name: 'Select Photos and Videos' }).focus();
    await page.keyboard.press('Enter');
    expect(await bar.getByRole('button', { name: 'Move to Section' }).isDisabled()).toBe(true);
    await picture(2).focus();
    await page.keyboard.press('Space');
    await waitForText(bar, '1 selected');
    expect(await picture(2).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Select Photos and Videos' }).click();
    await waitForText(bar, 'Select photos and videos');
    await picture(1).click();
    await picture(3).click({ modifiers: ['Shift'] });
    await waitForText(bar, '3 selected');
    await move(dinner);
    await page.getByRole('heading', { level: 2, name: dinner }).waitFor();
    await page.getByRole('link', { name: dinner }).click();
    await tile(page, 'Photo 4.jpg').waitFor({ state: 'hidden' });
    expect(await page.locator('.tile').count()).toBe(3);

    await page.setViewportSize({ width: 390, height: 844 });
    const parts = page.getByRole('navigation', { name: 'Parts of the gallery' }).getByRole('link');
    const overflows = (links: HTMLElement[]) => links.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(await parts.evaluateAll(overflows)).toEqual([0, 0, 0]);
    await page.getByRole('button', { name: 'Select Photos and Videos' }).click();
    await bar.getByRole('button', { name: 'Select All' }).click();
    await waitForText(bar, '3 selected');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
    expect(Math.round(y + height)).toBe(844);
    await move('');
    await showPage(page, `/galleries/${eveningId}`);
    await loaded(page, 4);
    await page.getByRole('heading', { level: 2, name: dinner }).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  step(
    'a gallery of 1,000 pictures renders those near the screen, and nothing shifts while it is scrolled',
    async () => {
      await multiplyGalleryItems(site.database, eveningId, 1_000);
      const { page } = mara;
      await page.addInitScript(recordLayoutShifts);
      await page.goto(`/galleries/${eveningId}`);
      await waitForText(page, /1,000 items/);
      await loaded(page, 3);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.mouse.move(640, 500);
      for (let i = 0; i < 15; i += 1) {
        await page.mouse.wheel(0, 700);
        await page.waitForTimeout(30);
      }
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await eventually(
        () => page.evaluate(() => scrollY + innerHeight > document.documentElement.scrollHeight - 10),
        'the end is in view',
      );
      await loaded(page, 3);
      expect(await page.locator('.tile').count()).toBeLessThan(80);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      expect(await page.evaluate(() => window.festoonShifts)).toEqual([]);
    },
  );
});

declare global {
  interface Window {
    /** Layout shifts of at least a hundredth of the screen. */
    festoonShifts: number[];
  }
}

const recordLayoutShifts = (): void => {
  window.festoonShifts = [];
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
      if (value >= 0.01) window.festoonShifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
};
