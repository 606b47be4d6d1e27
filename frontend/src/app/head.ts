import { type CreatorProfile, creatorPath, serviceTypes } from '#catalog/contract';
import { escapeHtml } from '#kernel/contract';
import { type CreatorSearch, noSearch, paramsOf } from '../features/catalog/creator-filter.ts';
import { creatorTitle } from '../features/catalog/creator-title.ts';
import { copyOf } from '../platform/picture-copies.ts';
import { jsonInScript } from './document.ts';

/** What search engines and link previews show for a page. URLs are absolute. */
type Head = { title: string; description: string; address: string; type: string; picture?: string; data: object };

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;

const tagsOf = ({ title, description, address, type, picture, data }: Head): string =>
  [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    meta('property', 'og:site_name', 'Festoon'),
    meta('property', 'og:type', type),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    picture === undefined ? '' : meta('property', 'og:image', picture),
    meta('name', 'twitter:card', picture === undefined ? 'summary' : 'summary_large_image'),
    `<script type="application/ld+json">${jsonInScript({ '@context': 'https://schema.org', ...data })}</script>`,
  ].join('');

/** How long a description may be, in characters: search engines cut off the rest. */
const descriptionLength = 160;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= descriptionLength) return line;
  return `${line.slice(0, descriptionLength - 1).replace(/\s+\S*$/, '')}…`;
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

/**
 * The head of `/creators`. Lists that differ only in price, place, date or order have one address for search engines.
 */
export const listHead = (creators: readonly CreatorProfile[], { service }: CreatorSearch, origin: string): string => {
  const params = paramsOf({ ...noSearch, service }).toString();
  return tagsOf({
    title: 'Creators · Festoon',
    description:
      'Photographers, videographers, DJs and designers for your event, with packages, prices and free dates.',
    address: `${origin}/creators${params && `?${params}`}`,
    type: 'website',
    data: {
      '@type': 'ItemList',
      itemListElement: creators.map((creator, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: creator.displayName,
        url: origin + creatorPath(creator),
      })),
    },
  });
};

/** The head of a public profile. */
export const profileHead = (creator: CreatorProfile, origin: string): string => {
  const { displayName, bio, services, locations, packages, portfolio, websiteUrl, instagramHandle, rating } = creator;
  const address = origin + creatorPath(creator);
  const description = shortened(bio ?? `${creatorTitle(creator)}. Packages, prices and free dates on Festoon.`);
  const picture = portfolio[0] && new URL(copyOf(portfolio[0].mediaUrl, 1440), origin).href;
  const [place] = locations;
  const links = [
    ...(websiteUrl ? [websiteUrl] : []),
    ...(instagramHandle ? [`https://www.instagram.com/${encodeURIComponent(instagramHandle.replace(/^@/, ''))}`] : []),
  ];
  return tagsOf({
    title: `${creatorTitle(creator)} · Festoon`,
    description,
    address,
    type: 'profile',
    ...(picture && { picture }),
    data: {
      '@type': 'ProfessionalService',
      '@id': address,
      url: address,
      name: displayName,
      description,
      ...(picture && { image: picture }),
      ...(place && {
        address: { '@type': 'PostalAddress', addressLocality: place.city, addressRegion: place.state },
      }),
      ...(services.length > 0 && { knowsAbout: services.map(({ serviceType }) => serviceTypes[serviceType]) }),
      ...(links.length > 0 && { sameAs: links }),
      ...(rating.average !== null && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: rating.average,
          reviewCount: rating.count,
          bestRating: 5,
          worstRating: 1,
        },
      }),
      makesOffer: packages
        .filter(({ isActive }) => isActive)
        .map(({ name, description: about, price, currency }) => ({
          '@type': 'Offer',
          name,
          ...(about && { description: about }),
          price: dollars(price),
          priceCurrency: currency,
        })),
    },
  });
};

/** The head of a profile that does not exist. */
export const missingHead = meta('name', 'robots', 'noindex');
