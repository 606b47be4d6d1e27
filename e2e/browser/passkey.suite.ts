import type { Page } from 'playwright-core';

/** The kinds of authenticators: built into the device, or a USB key without user verification. */
const keys = {
  internal: { transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  usb: { transport: 'usb', hasResidentKey: false, hasUserVerification: false },
} as const;

/** Adds a virtual authenticator that approves every request to the browser. Returns a function that removes it. */
export const withKey = async (page: Page, kind: keyof typeof keys = 'internal'): Promise<() => Promise<void>> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', automaticPresenceSimulation: true, ...keys[kind] } as const;
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  };
};
