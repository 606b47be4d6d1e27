import { creatorPath } from '#catalog/contract';
import { escapeMarkdown, vendorLink } from '../answer.ts';
import { allRecommendations, type Recommendation, type Shortlist } from '../ranking.ts';
import type { VendorFacts } from './conversation.ts';

type Named = { readonly id: string; readonly displayName: string };

/**
 * The text of an answer as it is stored: without the names of vendors and packages, which must not outlast the vendor's
 * account. A link to a vendor contains only the id, and {@link withNames} writes the present name.
 */
export const withoutNames = (text: string, shortlists: readonly Shortlist[], isComplete: boolean): string => {
  const recommendations = shortlists.flatMap(allRecommendations);
  const wholeText = isComplete ? text : withoutCutName(text, recommendations);
  return recommendations.reduce((stored, { vendor, offer }) => {
    const packageName = escapeMarkdown(offer.name);
    const withoutLink = stored.replaceAll(link, (found, path) =>
      path === vendor.path ? `[](/creators/${vendor.id})` : found,
    );
    return packageName === '' ? withoutLink : withoutLink.replaceAll(` (${packageName})`, '');
  }, wholeText);
};

/** A text that was cut off, without a link or the name of a package that it ends in the middle of. */
const withoutCutName = (text: string, recommendations: readonly Recommendation[]): string => {
  const withoutLink = text.replace(cutLink, '');
  const start = withoutLink.lastIndexOf(' (');
  const cutName = withoutLink.slice(start + 2);
  const isCut = start >= 0 && recommendations.some(({ offer }) => escapeMarkdown(offer.name).startsWith(cutName));
  return isCut ? withoutLink.slice(0, start) : withoutLink;
};

/** The beginning of a link, at the end of a text. */
const cutLink = /\[(?:\\.|[^\]\\\n])*(?:\\|\](?:\([^)\s]*)?)?$/;

/** A link to a vendor, with the path in a group. */
const link = /\[(?:\\.|[^\]\\\n])*\]\((\/creators\/[^)\s]*)\)/g;

const storedLink = /\[\]\(\/creators\/([0-9a-f-]{36})\)/g;

/** The ids of the vendors that a stored text names. */
export const idsOfVendors = (text: string): readonly string[] =>
  [...text.matchAll(storedLink)].flatMap(([, id]) => id ?? []);

/** A stored text with the present names. Vendors who have closed their accounts have none. */
export const withNames = (text: string, vendors: ReadonlyMap<string, Named>): string =>
  text.replaceAll(storedLink, (_, id: string) => {
    const vendor = vendors.get(id);
    return vendor ? vendorLink({ displayName: vendor.displayName, path: creatorPath(vendor) }) : 'Former member';
  });

/** What an answer is written from, without texts of the vendors. */
export const vendorFactsOf = (shortlists: readonly Shortlist[]): readonly VendorFacts[] =>
  shortlists.flatMap((shortlist) =>
    allRecommendations(shortlist).map(({ vendor: { id, calendar, miles }, offer, misses }) => ({
      vendorId: id,
      service: shortlist.service,
      packageId: offer.id,
      price: offer.price,
      dateState: calendar.kind === 'day' ? calendar.state : null,
      freeDays: calendar.kind === 'month' && calendar.isKnown ? calendar.freeDays : null,
      miles: miles === null ? null : Math.round(miles),
      misses,
    })),
  );
