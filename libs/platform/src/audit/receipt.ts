import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '#kernel';
import type { StreamLink } from '#platform/event-store';
import { fingerprint, isSigned, signatureOf } from './signature.ts';

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const position = z.string().regex(/^\d+$/);
/** What a module says of an event. `by`: who did it, as a word; `onBehalfOf`: the party for whom staff acted. */
const words = z.object({
  title: z.string(),
  status: z.string(),
  by: z.string(),
  onBehalfOf: z.string().nullable(),
  note: z.string().nullable(),
});
export type ReceiptWords = Readonly<z.infer<typeof words>>;

type Parties = { readonly clientId: string; readonly creatorId: string };

/** Which of the two parties an actor is; `staff` for any other person, and `system` for automatic work. */
export const partOf = (
  { id, kind }: Pick<Actor, 'id' | 'kind'>,
  { clientId, creatorId }: Parties,
): 'client' | 'professional' | 'staff' | 'system' => {
  if (id === clientId) return 'client';
  if (id === creatorId) return 'professional';
  return kind === 'user' || kind === 'staff' ? 'staff' : 'system';
};

/**
 * A signed statement of what the log contains about a subject (a stream), for one of the people whom it concerns, the
 * holder.
 *
 * `events` are those that the holder sees in the product, with their place in the log, their hashes, what they mean,
 * and their data without what is encrypted for others (`leftOut`: the names of those fields). `end` is the last event
 * of the stream when it was signed. `digest` is null where the log keeps only `hash`, which covers the event before it.
 */
export const receipt = z.object({
  kind: z.literal('festoon-receipt'),
  format: z.literal(1),
  subject: z.string(),
  holder: z.object({ id: z.string(), part: z.string() }),
  at: z.iso.datetime(),
  end: z.object({ position, version: z.int().min(1), hash: hex }),
  events: z.array(
    words.extend({
      position,
      version: z.int().min(1),
      type: z.string(),
      at: z.iso.datetime(),
      recordedAt: z.iso.datetime(),
      digest: hex.nullable(),
      hash: hex,
      data: z.record(z.string(), z.unknown()),
      leftOut: z.array(z.string()),
    }),
  ),
  key: z.string(),
  signature: z.string(),
});
export type Receipt = z.infer<typeof receipt>;
/** The fields of a receipt, as the access rules of routes name them. */
export const receiptFields = [
  'kind format subject at key signature holder.id holder.part end.position end.version end.hash',
  'title status by onBehalfOf note position version type at recordedAt digest hash data.* leftOut'.replace(
    /\S+/g,
    'events[].$&',
  ),
].join(' ');
type Statement = Omit<Receipt, 'key' | 'signature'>;

/** What is wrong with a receipt, or with the log. `position` is null for the receipt as a whole. */
export type ReceiptFinding = {
  readonly position: string | null;
  readonly kind: 'format' | 'key' | 'signature' | 'missing' | 'other' | 'changed';
  readonly message: string;
};

export const signReceipt = (statement: Statement, privateKey: KeyObject): Receipt => ({
  ...statement,
  ...signatureOf(signedBytes(statement), privateKey),
});

/** The receipt in the text of a file; undefined if it contains none. */
export const readReceipt = (text: string): Receipt | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    receipt.parse(value);
    // As it is in the file: fields that were added must make the signature wrong.
    return value as Receipt;
  } catch {
    return undefined;
  }
};

/** Whether the receipt is what was signed with this key. */
export const signatureFindings = (receipt: Receipt, publicKey: KeyObject): readonly ReceiptFinding[] => {
  const { key, signature, ...statement } = receipt;
  if (key !== fingerprint(publicKey))
    return [{ position: null, kind: 'key', message: `it names the key ${key}, but this site signs with another one` }];
  if (isSigned(signedBytes(statement), { key, signature }, publicKey)) return [];
  return [{ position: null, kind: 'signature', message: 'its content is not what was signed' }];
};

/** Whether each event that the receipt names is in the log as it was. `links` are those of the stream. */
export const logFindings = ({ events, end }: Receipt, links: readonly StreamLink[]): readonly ReceiptFinding[] => {
  const byVersion = new Map(links.map((link) => [link.version, link]));
  const findings = events.flatMap((event) => eventFindings(event, byVersion.get(event.version)));
  const endFindings = eventFindings(end, byVersion.get(end.version));
  return events.some(({ version }) => version === end.version) ? findings : [...findings, ...endFindings];
};

type NamedEvent = Receipt['end'] & { readonly digest?: string | null };

const eventFindings = (
  { position, version, hash, digest }: NamedEvent,
  link: StreamLink | undefined,
): readonly ReceiptFinding[] => {
  const found = (kind: ReceiptFinding['kind'], message: string) => [{ position, kind, message }];
  if (!link) return found('missing', `the log has no version ${version} of this stream`);
  const isSame =
    String(link.position) === position && link.hash === hash && (digest === undefined || link.digest === digest);
  if (!isSame) return found('other', `the log has another event as version ${version} of this stream`);
  return link.unchanged
    ? []
    : found('changed', 'the event in the log has been changed: its content does not match its hash');
};

/**
 * JSON with sorted names, so that programs may format a receipt in another way. Checkpoints sign an array, and never an
 * object.
 */
const signedBytes = (statement: Statement): Buffer =>
  Buffer.from(JSON.stringify(statement, (_, value: unknown) => (isRecord(value) ? withSortedKeys(value) : value)));

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const withSortedKeys = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
