import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchChromium, withoutOptimizedCode } from './chromium.ts';
import { createFixtures, type Fixtures } from './fixtures.suite.ts';
import { type Product, startProduct } from './product.suite.ts';
import { type ProductWithProvider, startProductWithProvider } from './provider.suite.ts';
import type { SharedProduct } from './shared-products.ts';
import type { Stored } from './stored-session.ts';
import { account, type Device, newcomer, signedIn, type Visitor, visitor } from './visitor.suite.ts';

/** The running product, and visitors with browsers, for the tests of one file. */
export type TestSite = {
  readonly url: string;
  /** The URL of the product's Postgres database. */
  readonly database: string;
  /** The variables with which the command line uses the same product. */
  readonly environment: Readonly<Record<string, string>>;
  readonly visitor: (stored?: Stored, device?: Device) => Promise<Visitor>;
  /** The accounts at the OpenID provider Lanterna, which only the product `people` offers. */
  readonly accountsAtProvider: ProductWithProvider['accountsAtProvider'];
  /** The test data. Specs that share a product get the same data. */
  readonly fixtures: () => Promise<Fixtures>;
  /** Signs in an existing user over HTTP. Opens the page at `path`, if one is given. */
  readonly signedIn: (email: string, path?: string) => Promise<Visitor>;
  /** Signs up a client named `first` Park, who uses no browser. Returns the email address and a token. */
  readonly account: (first: string) => Promise<{ readonly email: string; readonly token: string }>;
  /** Signs up a client named `first` Park, who has opened no page yet. */
  readonly newcomer: (first: string) => Promise<Visitor & { readonly email: string }>;
};

/** `product`: the specs of the group with this name share one running product. `settings` are read at the start. */
type SiteOptions =
  | { readonly product: SharedProduct; readonly settings?: undefined }
  | { readonly product?: undefined; readonly settings?: () => Readonly<Record<string, string>> };

/** The Chromium of all specs that share these modules, and how many of them still need it. */
let sharedBrowser: Promise<Browser> | undefined;
let openSpecs = 0;

type StartedProduct = Product & Partial<ProductWithProvider>;
/** A running product, its test data once a spec has asked for it, and how many specs still need it. */
type RunningProduct = { product?: Promise<StartedProduct>; fixtures?: Promise<Fixtures>; openSpecs: number };
const sharedProducts = new Map<SharedProduct, RunningProduct>();

const runningProduct = (name: SharedProduct | undefined): RunningProduct => {
  const running = (name && sharedProducts.get(name)) ?? { openSpecs: 0 };
  if (name) sharedProducts.set(name, running);
  running.openSpecs += 1;
  return running;
};

/**
 * Starts the product and a browser before a spec's tests, and stops both after them. The specs of a group share the
 * browser.
 */
export const testSite = (options: SiteOptions = {}): TestSite => {
  const running = runningProduct(options.product);
  let product: StartedProduct | undefined;
  let browser: Browser | undefined;
  openSpecs += 1;
  const started = () => {
    if (!(product && browser)) throw new Error('Nothing has started yet');
    return { ...product, browser };
  };
  beforeAll(async () => {
    running.product ??= startWith(options);
    const starts = await Promise.allSettled([
      running.product.then((it) => (product = it)),
      openBrowser().then((it) => (browser = it)),
    ]);
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  });
  afterAll(async () => {
    running.openSpecs -= 1;
    try {
      await closeBrowser();
    } finally {
      if (running.openSpecs === 0) await product?.stop();
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
    get accountsAtProvider() {
      const { accountsAtProvider } = started();
      if (!accountsAtProvider) throw new Error('This product offers no provider');
      return accountsAtProvider;
    },
    fixtures: () => (running.fixtures ??= createFixtures(started().url)),
    visitor: (stored, device) => visitor(started().browser, started().url, stored, device),
    signedIn: (email, path) => signedIn(started().browser, started().url, email, path),
    account: (first) => account(started().url, first),
    newcomer: (first) => newcomer(started().browser, started().url, first),
  };
};

const startWith = ({ product, settings }: SiteOptions): Promise<StartedProduct> =>
  product === 'people' ? startProductWithProvider() : startProduct(settings?.());

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
