import { instantAfter } from '#kernel';

/** How soon after the purchase a professional has to write, in milliseconds. */
const timeToWrite = 24 * 3_600_000;
/** How long the client has to read the first message, in milliseconds. */
export const timeToRead = 7 * 86_400_000;

/** Instants in ISO 8601 UTC. `readUpTo` is the position up to which the client has read. */
export type FirstContact = {
  readonly purchasedAt: string;
  /** The first message of the professional. */
  readonly message: { readonly position: number; readonly at: string };
  readonly readUpTo: number;
};

/** Whether the professional wrote within a day of the purchase, and the client has not read that. */
export const isIgnored = ({ purchasedAt, message, readUpTo }: FirstContact): boolean =>
  message.at <= instantAfter(purchasedAt, timeToWrite) && readUpTo < message.position;
