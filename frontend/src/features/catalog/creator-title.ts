import { type CreatorProfile, serviceTypes } from '#catalog/contract';

/** `Mara Quinn, Photographer in Austin, TX`. Unknown parts are left out. */
export const creatorTitle = ({ displayName, services, locations }: CreatorProfile): string => {
  const service = services[0] && `, ${serviceTypes[services[0].serviceType]}`;
  const place = locations[0] && ` in ${locations[0].city}, ${locations[0].state}`;
  return `${displayName}${service ?? ''}${place ?? ''}`;
};
