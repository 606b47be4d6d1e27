/** Each stored value with its label on the screen. */
export const serviceTypes = {
  photographer: 'Photographer',
  videographer: 'Videographer',
  dj: 'DJ/Music',
  design: 'Design/Decor',
} as const;
export type ServiceType = keyof typeof serviceTypes;
