import type { VendorCard } from '#ai/contract';
import { type ServiceType, serviceTypes } from '#catalog/contract';

/** `Round Rock, TX · 17 miles away` */
export const placeOf = ({ city, region, miles }: VendorCard): string => {
  const place = [...new Set([city, region])].filter((name) => name !== '').join(', ');
  const distance = miles ? `${miles.toLocaleString('en-US')} ${miles === 1 ? 'mile' : 'miles'} away` : '';
  return [place, distance].filter((text) => text !== '').join(' · ');
};

/** `4.8 (12)` */
export const ratingText = ({ rating: { average, count } }: VendorCard): string =>
  average === null ? 'New' : `${average.toFixed(1)} (${count})`;

/** `Photographer, Videographer` */
export const servicesOf = ({ services }: VendorCard): string =>
  (Object.keys(serviceTypes) as ServiceType[])
    .filter((type) => services.includes(type))
    .map((type) => serviceTypes[type])
    .join(', ');
