import type { BrowserContextOptions } from 'playwright-core';

/** What a browser has stored for a site. */
export type Stored = NonNullable<Exclude<BrowserContextOptions['storageState'], string>>;

/** The session in the response to a sign-in or sign-up, stored as the product stores it. */
export const storedSession = (origin: string, session: string): Stored => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'festoon.session', value: session }] }],
});
