import type { z } from 'zod';
import {
  type CreatorProfile,
  countryOf,
  locationStep,
  type Onboarding,
  onboarding,
  type PackagesChange,
  packageOffer,
  packagesChange,
  portfolioStep,
  pricingStep,
  serviceChange,
  servicesStep,
} from '#catalog/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { toCents } from '../../platform/money.ts';

type Values = Record<string, unknown>;

const offerOf = (schema: z.ZodObject, values: Values): Values => {
  const { price, deliverables } = values;
  const lines = Array.isArray(deliverables) ? deliverables.map((line) => line ?? '') : [];
  return toInput(schema, {
    ...values,
    price: typeof price === 'number' ? toCents(price) : undefined,
    deliverables: lines,
  });
};

/** The packages of a form as input for a schema of one package. Prices are typed in dollars. */
const packagesOf =
  (schema: z.ZodObject) =>
  ({ packages }: Values): Values => ({
    packages: Array.isArray(packages) ? packages.map((values) => offerOf(schema, values as Values)) : [],
  });

const onboardingPackagesOf = packagesOf(packageOffer);
const changedPackagesOf = packagesOf(packagesChange.shape.packages.element);

/** The request for the values of all four steps. Prices are typed in dollars. */
export const onboardingOf = (values: Values): Onboarding =>
  onboarding.parse({ ...toInput(onboarding, values), ...onboardingPackagesOf(values) });

/** The request that replaces all packages of this profile. A package that the profile no longer has is added again. */
export const packagesChangeOf = ({ packages }: CreatorProfile, values: Values): PackagesChange => {
  const known = packages.map(({ id }) => id);
  const change = packagesChange.parse({ ...changedPackagesOf(values), known });
  return {
    ...change,
    packages: change.packages.map(({ id, ...offer }) => (id && known.includes(id) ? { id, ...offer } : offer)),
  };
};

/** A package before anything was typed. */
export const blankPackage = { deliverables: [''] };

type Offer = CreatorProfile['packages'][number];
const offerValues = ({ name, description, price, durationHours, deliverables }: Offer): Values => ({
  ...toValues({ name, description }),
  price: price / 100,
  durationHours,
  deliverables: [...deliverables],
});

/** What the form for all packages shows first. */
export const packagesStart = ({ packages }: CreatorProfile): Values => ({
  packages: packages.map((offer) => ({ ...offerValues(offer), id: offer.id, isDraft: !offer.isActive })),
});

/**
 * The initial values of the steps: what the professional saved before, so that completing the steps again changes only
 * what the user edits.
 */
export const startOf = ({
  bio,
  instagramHandle,
  websiteUrl,
  services,
  locations,
  packages,
}: CreatorProfile): Values => {
  const { city, state, travelRadius } = locations[0] ?? {};
  const offers = packages.filter(({ isActive }) => isActive);
  return {
    ...services[0],
    ...toValues({ bio, instagramHandle, websiteUrl, city, state }),
    country: (state && countryOf(state)) ?? 'US',
    travelRadius: travelRadius ?? 50,
    packages: offers.length === 0 ? [blankPackage] : offers.map(offerValues),
  };
};

const startOfStep = (profile: CreatorProfile, { shape }: z.ZodObject): Values => {
  const start = startOf(profile);
  return Object.fromEntries(Object.keys(shape).map((name) => [name, start[name]]));
};

/** What the form for the service shows first. */
export const serviceStart = (profile: CreatorProfile): Values => startOfStep(profile, serviceChange);

/** What the form for the location shows first. */
export const locationStart = (profile: CreatorProfile): Values => startOfStep(profile, locationStep);

const toValues = (texts: Values): Values =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null && text !== undefined));

export const servicesRules = rulesFor(servicesStep);
export const portfolioRules = rulesFor(portfolioStep);
export const locationRules = rulesFor(locationStep);
export const pricingRules = rulesFor(pricingStep, onboardingPackagesOf);
export const packagesRules = rulesFor(packagesChange, changedPackagesOf);
