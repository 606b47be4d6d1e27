import { createHmac, timingSafeEqual } from 'node:crypto';
import { WebhookRefused } from './payments-gateway.ts';

/** The maximum age of a signature, and how far the sender's clock may be ahead, in seconds. */
const tolerance = 300;

/**
 * The signature header `t=…,v1=…`: the seconds since 1970, and an HMAC-SHA256 in hex over these seconds, a dot and the
 * body.
 */
export const sign = (secret: string, body: Buffer, at: Date): string => {
  const t = Math.floor(at.getTime() / 1_000);
  return `t=${t},v1=${digest(secret, t, body).toString('hex')}`;
};

/** Throws {@link WebhookRefused} unless one of the signatures is valid and recent. */
export const checkSignature = (secret: string, body: Buffer, header: string, now: Date): void => {
  const parts = header.split(',').map((part) => part.trim());
  const t = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  if (t === undefined) throw new WebhookRefused('The signature has no time');
  const expected = digest(secret, Number(t), body);
  if (!parts.some((part) => part.startsWith('v1=') && areEqual(expected, Buffer.from(part.slice(3), 'hex'))))
    throw new WebhookRefused('The signature is wrong');
  if (Math.abs(now.getTime() / 1_000 - Number(t)) > tolerance) throw new WebhookRefused('The signature is too old');
};

const digest = (secret: string, t: number, body: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest();

const areEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
