import { z } from 'zod';
import { calendarDay } from './availability/contract.ts';
import { type CancellationPolicy, cancellationPolicies } from './cancellation-policies.contract.ts';
import { portfolioPicture } from './portfolio/contract.ts';
import { profileParts } from './profile-parts.contract.ts';
import type { Rating } from './rating.contract.ts';
import { type Country, countries, isRegionOf, regionMessage } from './regions.contract.ts';
import { type ServiceType, serviceTypes } from './services.contract.ts';

export {
  type AvailabilityPeriod,
  type AvailabilitySettings,
  availabilityPeriod,
  availabilitySettings,
  type CalendarFeed,
  type CalendarSubscription,
  type CreatorAvailability,
  calendarDay,
  calendarFeed,
  calendarSubscription,
  creatorAvailability,
  type DayState,
  dayState,
  type OwnAvailability,
  ownAvailability,
  type SavedAvailability,
  savedAvailability,
} from './availability/contract.ts';
export {
  type CancellationPolicy,
  cancellationPolicies,
  describeRefundTerms,
  type RefundTerms,
} from './cancellation-policies.contract.ts';
export { creatorPath, slugOf } from './creator-address.contract.ts';
export { type Seeding, seeding } from './dummies/contract.ts';
export {
  type OwnPicture,
  type OwnPortfolio,
  ownPicture,
  ownPortfolio,
  type PictureOrder,
  type PictureTexts,
  type PortfolioPicture,
  pictureId,
  pictureOrder,
  pictureTexts,
  portfolioPicture,
} from './portfolio/contract.ts';
export { missingParts, type ProfilePart, profileParts } from './profile-parts.contract.ts';
export { type Rating, ratingOf } from './rating.contract.ts';
export {
  allPlaces,
  type Country,
  countries,
  countryOf,
  isRegionOf,
  places,
  regionMessage,
  regionName,
  storedRegion,
} from './regions.contract.ts';
export { deliversGallery, type ServiceType, serviceTypes } from './services.contract.ts';

export const serviceType = z.enum(
  Object.keys(serviceTypes) as [ServiceType, ...ServiceType[]],
  'Please choose your primary service',
);

export const specialties = [
  'Weddings',
  'Corporate',
  'Concerts',
  'Sports',
  'Social Events',
  'Portraits',
  'Product',
  'Real Estate',
  'Fashion',
  'Food',
] as const;

export const creatorId = z.uuid('This creator does not exist');
export const packageId = z.uuid('This package does not exist');

const cents = z
  .int('Price must be in whole cents')
  .min(0, 'Price must be at least 0')
  .max(100_000_000, 'Price must be at most $1,000,000')
  // JSON can contain -0, which equals 0 but is serialised and compared differently. Adding 0 turns it into 0.
  .overwrite((price) => price + 0);
const website = z
  .url({ protocol: /^https?$/, message: 'Please enter a full web address, like https://example.com' })
  .max(300);

export const servicesStep = z.object({
  serviceType,
  specialties: z
    .array(z.enum(specialties), 'Please choose at least one specialty')
    .min(1, 'Please choose at least one specialty'),
  yearsExperience: z
    .int('Please enter your years of experience')
    .min(0, 'Years of experience must be between 0 and 50')
    .max(50, 'Years of experience must be between 0 and 50'),
  bio: z
    .string('Please tell clients about yourself')
    .trim()
    .min(1, 'Please tell clients about yourself')
    .max(4000, 'Please use at most 4,000 characters'),
});

export const portfolioStep = z.object({
  instagramHandle: z
    .string()
    .trim()
    .regex(/^@?[A-Za-z0-9._]{1,30}$/, 'Please enter an Instagram handle, like @yourname')
    .optional(),
  websiteUrl: website.optional(),
});

const region = z.object({
  country: z.enum(countries, 'Please choose a country').default('US'),
  state: z.string().trim(),
});
const location = z.object({
  country: region.shape.country,
  city: z.string('City is required').trim().min(1, 'City is required').max(120, 'City must be at most 120 characters'),
  state: z.string('Please choose a state').trim(),
  travelRadius: z
    .int('Please enter how far you travel')
    .min(0, 'Travel radius must be between 0 and 500 miles')
    .max(500, 'Travel radius must be between 0 and 500 miles')
    .default(50),
});
const regionFits = ({ country, state }: { country: Country; state: string }): boolean => isRegionOf(state, country);
const regionCheck = {
  path: ['state'],
  error: ({ input }: { input?: unknown }) => regionMessage((input as { country: Country }).country),
  // Reports this error together with the other errors, not only after they are fixed.
  when: ({ value }: { value: unknown }) => region.safeParse(value).success,
};

export const locationStep = location.refine(regionFits, regionCheck);

export const packageOffer = z.object({
  name: z
    .string('Package name is required')
    .trim()
    .min(1, 'Package name is required')
    .max(120, 'Package name must be at most 120 characters'),
  description: z.string().trim().max(2000, 'Please use at most 2,000 characters').optional(),
  price: cents,
  durationHours: z
    .int('Duration must be in whole hours')
    .min(1, 'Duration must be at least 1 hour')
    .max(240, 'Duration must be at most 240 hours'),
  deliverables: z
    .array(z.string().trim().max(200, 'Please use at most 200 characters'))
    .max(30, 'Please list at most 30 deliverables')
    .transform((items) => items.filter((item) => item !== '')),
});
export type PackageOffer = z.infer<typeof packageOffer>;

/** The highest number of packages of a creator, drafts included. */
export const maxPackages = 20;

const listOfPackages = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry, 'Please add at least one package')
    .min(1, 'Please add at least one package')
    .max(maxPackages, `Please add at most ${maxPackages} packages`);

export const pricingStep = z.object({ packages: listOfPackages(packageOffer) });

/** `POST /api/v1/profile/onboarding`: the four steps together. Prices in cents. */
export const onboarding = z
  .object({ ...servicesStep.shape, ...portfolioStep.shape, ...location.shape, ...pricingStep.shape })
  .refine(regionFits, regionCheck);
export type Onboarding = z.infer<typeof onboarding>;

/** `PUT /api/v1/profile`. Fields that are left out are cleared. */
export const profileChange = z.object({ bio: servicesStep.shape.bio.optional(), ...portfolioStep.shape });
export type ProfileChange = z.infer<typeof profileChange>;

/** `PUT /api/v1/profile/service` */
export const serviceChange = servicesStep.omit({ bio: true });
export type ServiceChange = z.infer<typeof serviceChange>;

/** `PUT /api/v1/profile/location` takes what {@link locationStep} describes. */
export type LocationChange = z.infer<typeof locationStep>;

/**
 * `PUT /api/v1/profile/packages`: all packages, in the order in which they are listed. `id` is that of a package which
 * was saved before; a package that was changed gets another id. Only its creator sees a draft. Prices in cents. `known`
 * are the ids of all packages that the caller has seen: if the creator has others, the request is refused instead of
 * withdrawing them.
 */
export const packagesChange = z.object({
  packages: listOfPackages(packageOffer.extend({ id: packageId.optional(), isDraft: z.boolean().default(false) })),
  known: z.array(packageId).max(100).optional(),
});
export type PackagesChange = z.infer<typeof packagesChange>;

export const cancellationPolicy = z.enum(
  Object.keys(cancellationPolicies) as [CancellationPolicy, ...CancellationPolicy[]],
  'Please choose a cancellation policy',
);

/** `PUT /api/v1/profile/cancellation-policy`. It applies to bookings that are requested from now on. */
export const cancellationPolicyChange = z.object({ cancellationPolicy });
export type CancellationPolicyChange = z.infer<typeof cancellationPolicyChange>;

/** How many creators one request can name. */
const maxNamedCreators = 100;
const filterPrice = z.coerce.number().int().min(0).max(100_000_000).optional();

/**
 * `GET /api/v1/creators`. `ids=a,b` finds only these creators. Prices in cents; `price` sorts by the lowest package
 * price, `experience` by years, `rating` by the average of the reviews, where few reviews count less than many.
 */
export const creatorFilter = z.object({
  ids: z
    .string()
    // One id more than allowed is enough to refuse the list.
    .transform((text) => text.split(',', maxNamedCreators + 1))
    .pipe(z.array(creatorId).max(maxNamedCreators, `Please name at most ${maxNamedCreators} creators`))
    .optional(),
  service: serviceType.optional(),
  city: z.string().trim().max(120).optional(),
  state: z.string().trim().max(120).optional(),
  /** A city, a region, or both with a comma between them. */
  location: z.string().trim().max(120).optional(),
  q: z.string().trim().max(120).optional(),
  minPrice: filterPrice,
  maxPrice: filterPrice,
  /** Only creators whose calendar shows this day as free. */
  date: calendarDay().optional(),
  sort: z.enum(['newest', 'price', 'experience', 'rating']).default('newest'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type CreatorFilter = z.infer<typeof creatorFilter>;

export const rating = z.object({ average: z.number().nullable(), count: z.int() }) satisfies z.ZodType<Rating>;

/** `GET /api/v1/creators/{id}`. Never contains an email address or phone number. Prices in cents. */
export const creatorProfile = z.object({
  id: creatorId,
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  websiteUrl: z.string().nullable(),
  instagramHandle: z.string().nullable(),
  cancellationPolicy,
  onboardingCompleted: z.boolean(),
  rating,
  services: z.array(z.object({ serviceType, specialties: z.array(z.string()), yearsExperience: z.int() })),
  locations: z.array(z.object({ city: z.string(), state: z.string(), isPrimary: z.boolean(), travelRadius: z.int() })),
  packages: z.array(
    z.object({
      id: packageId,
      name: z.string(),
      description: z.string().nullable(),
      price: z.int(),
      currency: z.literal('USD'),
      durationHours: z.int(),
      deliverables: z.array(z.string()),
      /** False for drafts, which only their creator reads, at `GET /api/v1/profile`. */
      isActive: z.boolean(),
    }),
  ),
  portfolio: z.array(portfolioPicture),
});
export type CreatorProfile = z.infer<typeof creatorProfile>;

/**
 * `GET /api/v1/creators`. `similar` is true if no creator has the words of the search, and those with similar words are
 * listed instead.
 */
export const creatorsPage = z.object({
  items: z.array(creatorProfile),
  nextCursor: z.string().nullable(),
  similar: z.boolean(),
});
export type CreatorsPage = z.infer<typeof creatorsPage>;

/** A featured creator. `isPaid`: the creator is featured because of a paid plan, and the page says so. */
export const featuredCreator = creatorProfile.extend({ isPaid: z.boolean() });
export type FeaturedCreator = z.infer<typeof featuredCreator>;

/** `GET /api/v1/creators/featured` */
export const featuredCreators = z.object({ items: z.array(featuredCreator) });
export type FeaturedCreators = z.infer<typeof featuredCreators>;

/**
 * The response to the routes that change the profile. `position` is that of the last event in
 * the event log.
 */
export const savedProfile = z.object({ id: creatorId, position: z.string() });
export type SavedProfile = z.infer<typeof savedProfile>;

/** The profile on a professional's dashboard: what it does not have yet. */
export const dashboardProfile = z.object({ missingFromProfile: z.array(z.enum(profileParts)) });
export type DashboardProfile = z.infer<typeof dashboardProfile>;
