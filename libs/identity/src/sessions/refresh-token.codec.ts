import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A session's id and how often it had been refreshed when the token was made. */
export type RefreshToken = { readonly sessionId: string; readonly counter: number };
/** `signed` checks whether the token was signed with the given key of a session. */
export type PresentedToken = RefreshToken & { readonly signed: (key: Buffer) => boolean };

const version = 0x00;
const macLength = 16;
const checksumLength = 4;
const uuidEnd = 17;

/**
 * base64url( 0x00 | session 16 B | uvarint counter | first 16 B of HMAC-SHA256 | first 4 B of SHA-256 of the bytes
 * before ).
 */
export const writeRefreshToken = ({ sessionId, counter }: RefreshToken, key: Buffer): string => {
  const uuid = Buffer.from(sessionId.replaceAll('-', ''), 'hex');
  const claim = Buffer.concat([Buffer.of(version), uuid, uvarint(counter)]);
  const signedBytes = Buffer.concat([claim, macOf(claim, key)]);
  return Buffer.concat([signedBytes, checksumOf(signedBytes)]).toString('base64url');
};

/** Undefined for anything that is not a refresh token, so that garbage causes no query. */
export const readRefreshToken = (token: string): PresentedToken | undefined => {
  if (!/^[\w-]{12,128}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const signedBytes = bytes.subarray(0, -checksumLength);
  const claim = signedBytes.subarray(0, -macLength);
  if (
    claim.length <= uuidEnd ||
    claim[0] !== version ||
    !checksumOf(signedBytes).equals(bytes.subarray(-checksumLength))
  )
    return undefined;
  const counter = readUvarint(claim.subarray(uuidEnd));
  if (counter === undefined) return undefined;
  const mac = signedBytes.subarray(-macLength);
  return { sessionId: uuidOf(claim), counter, signed: (key) => timingSafeEqual(mac, macOf(claim, key)) };
};

const macOf = (claim: Buffer, key: Buffer): Buffer =>
  createHmac('sha256', key).update(claim).digest().subarray(0, macLength);

const checksumOf = (signed: Buffer): Buffer => createHash('sha256').update(signed).digest().subarray(0, checksumLength);

const uuidOf = (claim: Buffer): string =>
  claim.toString('hex', 1, uuidEnd).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const uvarint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
};

/** Undefined unless the bytes are exactly one number in its shortest encoding. */
const readUvarint = (bytes: Buffer): number | undefined => {
  const value = bytes.reduceRight((sum, byte) => sum * 0x80 + (byte & 0x7f), 0);
  return Number.isSafeInteger(value) && uvarint(value).equals(bytes) ? value : undefined;
};
