import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Instant, WholeNumber } from '#platform/projections';

export const creatorProfileRows = defineEntity({
  name: 'CreatorProfileRow',
  properties: {
    id: p.text().primary(),
    bio: p.text().nullable(),
    websiteUrl: p.text().nullable(),
    instagramHandle: p.text().nullable(),
    cancellationPolicy: p.text(),
    /** When onboarding was first completed. Searches only find creators with a value here. */
    listedAt: p.type(Instant).nullable(),
  },
  indexes: [{ properties: ['listedAt', 'id'] }],
});
export type CreatorProfileRow = InferEntity<typeof creatorProfileRows>;

export const creatorServiceRows = defineEntity({
  name: 'CreatorServiceRow',
  properties: {
    id: p.text().primary(),
    creatorId: p.text(),
    serviceType: p.text(),
    specialties: p.json<readonly string[]>(),
    yearsExperience: p.type(WholeNumber),
  },
  indexes: [{ properties: ['creatorId'] }, { properties: ['serviceType', 'creatorId'] }],
});
export type CreatorServiceRow = InferEntity<typeof creatorServiceRows>;

export const creatorLocationRows = defineEntity({
  name: 'CreatorLocationRow',
  properties: {
    id: p.text().primary(),
    creatorId: p.text(),
    city: p.text().nullable(),
    state: p.text(),
    isPrimary: p.boolean(),
    travelRadius: p.type(WholeNumber),
  },
  indexes: [{ properties: ['creatorId'] }],
});
export type CreatorLocationRow = InferEntity<typeof creatorLocationRows>;

export const creatorPackageRows = defineEntity({
  name: 'CreatorPackageRow',
  properties: {
    id: p.text().primary(),
    creatorId: p.text(),
    name: p.text().nullable(),
    description: p.text().nullable(),
    price: p.type(WholeNumber),
    durationHours: p.type(WholeNumber),
    deliverables: p.json<readonly string[]>().nullable(),
    isActive: p.boolean(),
  },
  indexes: [{ properties: ['creatorId', 'isActive', 'price'] }],
});
export type CreatorPackageRow = InferEntity<typeof creatorPackageRows>;
