import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const period = 30;
const digits = 6;
/** Clocks may differ by so many steps either way. */
const skew = 1;
/** 160 bits, as RFC 4226 advises. */
const secretBytes = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newSecret = (): Buffer => randomBytes(secretBytes);

/** RFC 4648, without padding: as authenticator apps take it. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

/** Which 30-second step an instant lies in. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / period);

/** RFC 6238 with SHA-1: the six digits of one step. */
export const codeOf = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/** The step after `last` that this is the code of, now or a step beside; undefined where there is none. */
export const stepOf = (secret: Uint8Array, code: string, now: Date, last: number): number | undefined => {
  const around = Array.from({ length: 2 * skew + 1 }, (_, i) => stepAt(now) - skew + i);
  // All are compared, so that the time it takes tells nothing.
  const [fitting] = around.filter((step) => same(codeOf(secret, step), code) && step > last);
  return fitting;
};

/** What a QR code says to an authenticator app. */
export const totpUri = (secret: Uint8Array, issuer: string, account: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const facts = { algorithm: 'SHA1', digits, issuer, period, secret: base32(secret) };
  const query = Object.entries(facts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `otpauth://totp/${label}?${query.join('&')}`;
};

const same = (expected: string, given: string): boolean => {
  const [ours, theirs] = [Buffer.from(expected), Buffer.from(given)];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
};
