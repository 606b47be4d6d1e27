import type { Page } from 'playwright-core';

/** What people hold: the device itself, or a key to plug in that asks for no fingerprint. */
const keys = {
  internal: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  usb: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
} as const;

/** Puts a key into the browser, held by its owner. Answers a way to take it away. */
export const withKey = async (page: Page, kind: keyof typeof keys = 'internal'): Promise<() => Promise<void>> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', automaticPresenceSimulation: true, ...keys[kind] } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
};
