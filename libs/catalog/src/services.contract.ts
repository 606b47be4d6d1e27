/** Each stored value with its label on the screen. */
export const serviceTypes = {
  photographer: 'Photographer',
  videographer: 'Videographer',
  dj: 'DJ/Music',
  design: 'Design/Decor',
} as const;
export type ServiceType = keyof typeof serviceTypes;

/** Whether bookings of this service end with a gallery. */
export const deliversGallery = (service: string | null): boolean =>
  service === 'photographer' || service === 'videographer';
