import { Secret, TOTP } from 'otpauth';

const period = 30;
/** The clocks of the server and the app may differ by this many steps in either direction. */
const skew = 1;
/** 160 bits, as RFC 4226 advises. */
const secretBytes = 20;

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

/** RFC 4648, without padding: the form that authenticator apps read. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32;

/** The 30-second step that an instant lies in. */
export const stepAt = (now: Date): number => TOTP.counter({ period, timestamp: now.getTime() });

/** RFC 6238 with SHA-1: the six digits of one step. */
export const codeOf = (secret: Uint8Array, step: number): string =>
  new TOTP({ secret: secretOf(secret), period }).generate({ timestamp: step * period * 1000 });

/**
 * The step that this code belongs to: at most one away from now, and later than `last`, so that no code is accepted
 * twice.
 */
export const stepOf = (secret: Uint8Array, code: string, now: Date, last: number): number | undefined => {
  // The library throws for six characters that are not ASCII, because they take more bytes than a code.
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const delta = new TOTP({ secret: secretOf(secret), period }).validate({ token: code, timestamp, window: skew });
  const step = delta === null ? undefined : stepAt(now) + delta;
  return step !== undefined && step > last ? step : undefined;
};

/** The address in the QR code that an authenticator app scans. */
export const totpUri = (secret: Uint8Array, issuer: string, account: string): string =>
  new TOTP({ secret: secretOf(secret), period, issuer, label: account }).toString();

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });
