import { launchChromium } from '../../e2e/browser/chromium.ts';
import startPostgres from './postgres.mjs';

/** Beside the Postgres of all tests: Chromium is unpacked where all look for it, once, before two look at the same time. */
export default async () => {
  await startPostgres();
  await (await launchChromium()).close();
};
