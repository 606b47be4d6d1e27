import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, withoutOptimizedCode } from './chromium.ts';
import { type Product, startProduct } from './product.suite.ts';
import type { Stored } from './stored-session.ts';
import { newcomer, signedIn, type Visitor, visitor } from './visitor.suite.ts';

type Settings = Readonly<Record<string, string>>;

/** The running product, and visitors with browsers, for the tests of one file. */
export type TestSite = {
  readonly url: string;
  /** The URL of the product's Postgres database. */
  readonly database: string;
  /** The variables with which the command line uses the same product. */
  readonly environment: Readonly<Record<string, string>>;
  readonly visitor: (stored?: Stored) => Promise<Visitor>;
  /** Signs in an existing user on the sign-in page. */
  readonly signedIn: (email: string) => Promise<Visitor>;
  /** Signs up a client named `first` Park, who has opened no page yet. */
  readonly newcomer: (first: string) => Promise<Visitor & { readonly email: string }>;
};

/** The Chromium of all specs that share these modules, and how many of them still need it. */
let sharedBrowser: Promise<Browser> | undefined;
let openSpecs = 0;

/**
 * Starts the product and a browser before a spec's tests, and stops both after them. The browser is shared with the
 * other specs of the group. `settings` are read at the start.
 */
export const testSite = (settings: () => Settings = () => ({})): TestSite => {
  let product: Product | undefined;
  let browser: Browser | undefined;
  openSpecs += 1;
  const started = () => {
    if (!(product && browser)) throw new Error('Nothing has started yet');
    return { ...product, browser };
  };
  beforeAll(async () => {
    const starts = await Promise.allSettled([
      startProduct(settings()).then((it) => (product = it)),
      openBrowser().then((it) => (browser = it)),
    ]);
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  });
  afterAll(async () => {
    try {
      await closeBrowser();
    } finally {
      await product?.stop();
    }
  });
  return {
    get url() {
      return started().url;
    },
    get database() {
      return started().database;
    },
    get environment() {
      return started().environment;
    },
    visitor: (stored) => visitor(started().browser, started().url, stored),
    signedIn: (email) => signedIn(started().browser, started().url, email),
    newcomer: (first) => newcomer(started().browser, started().url, first),
  };
};

/** The shared browser. A new one if the shared one crashed. */
const openBrowser = async (): Promise<Browser> => {
  const running = await sharedBrowser?.catch(() => undefined);
  if (running?.isConnected()) return running;
  sharedBrowser = launchChromium(withoutOptimizedCode);
  return sharedBrowser;
};

/** Closes everything that a spec opened; after the last spec the browser itself. */
const closeBrowser = async (): Promise<void> => {
  openSpecs -= 1;
  const running = await sharedBrowser?.catch(() => undefined);
  if (openSpecs === 0) await running?.close();
  else for (const context of running?.contexts() ?? []) await context.close();
};

/** Tests that depend on the tests before them: after a failure, the later ones fail at once. */
export const dependentTests = () => {
  let broken = false;
  return (name: string, walk: () => Promise<void>): void =>
    test(name, async () => {
      if (broken) throw new Error('An earlier test of this sequence failed');
      broken = true;
      await walk();
      broken = false;
    });
};
