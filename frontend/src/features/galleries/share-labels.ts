import type { GalleryShares } from '#galleries/contract';
import { shortDate } from '../../platform/dates.ts';
import { amount } from '../../platform/text.ts';

export type GalleryShare = GalleryShares['items'][number];
export type ShareVisit = GalleryShare['visits'][number];

type Ended = 'Revoked' | 'Expired';

/** Why a link no longer works; undefined while it works. */
export const endedLabel = ({ revokedAt, expiresAt }: GalleryShare, now: Date): Ended | undefined => {
  if (revokedAt) return 'Revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'Expired' : undefined;
};

/** `View and download · Password · PIN · Until Jun 20, 2027` */
export const termsLabel = ({ access, hasPassword, hasPin, expiresAt }: GalleryShare): string => {
  const terms = [access === 'download' ? 'View and download' : 'View only'];
  if (hasPassword) terms.push('Password');
  if (hasPin) terms.push('PIN for downloads');
  // A link that ends at midnight works until the day before.
  if (expiresAt) terms.push(`Until ${shortDate(new Date(Date.parse(expiresAt) - 1).toISOString())}`);
  return terms.join(' · ');
};

/** `3 visits · 1 download` */
export const visitsLabel = (visits: readonly ShareVisit[]): string => {
  const downloads = visits.filter(({ kind }) => kind === 'downloaded').length;
  const opened = visits.length - downloads;
  return [amount(opened, 'visit'), ...(downloads > 0 ? [amount(downloads, 'download')] : [])].join(' · ');
};

/** What a visitor did. `nameOf` returns the name of a file, or undefined if it was deleted. */
export const visitLabel = (
  { kind, itemId, visitorName }: ShareVisit,
  nameOf: (id: string) => string | undefined,
): string => {
  const visitor = visitorName ?? 'A visitor';
  if (kind === 'opened') return `${visitor} opened the gallery`;
  if (itemId === null) return `${visitor} downloaded all files`;
  return `${visitor} downloaded ${nameOf(itemId) ?? 'a deleted file'}`;
};
