import { launchChromium } from '../../e2e/browser/chromium.ts';
import startPostgres from './postgres.mjs';

/** Unpacks Chromium once, before two test files would do so at the same time. */
export default async () => {
  await startPostgres();
  await (await launchChromium()).close();
};
