import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { trigramIndex } from '#platform/postgres';
import { Instant, WholeNumber } from '#platform/projections';

export const creatorProfileRows = defineEntity({
  name: 'CreatorProfileRow',
  properties: {
    id: p.text().primary(),
    bio: p.text().nullable(),
    websiteUrl: p.text().nullable(),
    instagramHandle: p.text().nullable(),
    cancellationPolicy: p.text(),
    /** The ids of the packages in the order that the creator chose. Empty as long as none was chosen. */
    packageOrder: p.json<readonly string[]>(),
    /** When onboarding was first completed. */
    listedAt: p.type(Instant).nullable(),
    /** The number of counted reviews, and the sum of their stars. */
    ratingCount: p.type(WholeNumber),
    ratingTotal: p.type(WholeNumber),
  },
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
    /** City and region as searches compare them, each on a line of its own. */
    searchPlace: p.text(),
  },
  indexes: [{ properties: ['creatorId'] }, trigramIndex('searchPlace')],
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
    /** Only the creator sees a draft. */
    isDraft: p.boolean(),
  },
  indexes: [{ properties: ['creatorId', 'isActive', 'price'] }],
});
export type CreatorPackageRow = InferEntity<typeof creatorPackageRows>;

/**
 * What a creator offers now: the text that is searched, and the price of a package, the years of a service, or the
 * place of a location.
 */
type ListedOffer = {
  readonly text: string;
  readonly price?: number;
  readonly years?: number;
  readonly place?: string;
};

/** One row for each creator, with everything that searches compare or sort by, except their name. */
export const creatorListingRows = defineEntity({
  name: 'CreatorListingRow',
  properties: {
    id: p.text().primary(),
    /** When onboarding was first completed. Searches only find creators with a value here. */
    listedAt: p.type(Instant).nullable(),
    /** The bio, services, locations and active packages, each by its id. */
    offers: p.json<Readonly<Record<string, ListedOffer>>>(),
    /** Every word of the offers once: comparing a text with a word takes time for each of its letters. */
    searchText: p.text(),
    serviceTypes: p.json<readonly string[]>(),
    /** City and region of each location as searches compare them, each on a line of its own. */
    searchPlaces: p.text(),
    lowestPrice: p.type(WholeNumber).nullable(),
    yearsExperience: p.type(WholeNumber),
    /** In thousandths of a star; 0 without reviews. */
    ratingScore: p.type(WholeNumber),
  },
  indexes: [
    { properties: ['listedAt', 'id'] },
    { properties: ['lowestPrice', 'id'] },
    { properties: ['yearsExperience', 'id'] },
    { properties: ['ratingScore', 'id'] },
    trigramIndex('searchText'),
    trigramIndex('searchPlaces'),
  ],
});
export type CreatorListingRow = InferEntity<typeof creatorListingRows>;
