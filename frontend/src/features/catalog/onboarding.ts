import {
  type CreatorProfile,
  countryOf,
  locationStep,
  type Onboarding,
  onboarding,
  packageOffer,
  portfolioStep,
  pricingStep,
  servicesStep,
} from '#catalog/contract';
import { rulesFor, toInput } from '../../platform/form-rules.ts';
import { toCents } from '../../platform/money.ts';

type Values = Record<string, unknown>;

const offer = (values: Values): Values => {
  const { price, deliverables } = values;
  const lines = Array.isArray(deliverables) ? deliverables.map((line) => line ?? '') : [];
  return toInput(packageOffer, {
    ...values,
    price: typeof price === 'number' ? toCents(price) : undefined,
    deliverables: lines,
  });
};

const pricing = ({ packages }: Values): Values => ({ packages: Array.isArray(packages) ? packages.map(offer) : [] });

/** The request for the values of all four steps. Prices are typed in dollars. */
export const onboardingOf = (values: Values): Onboarding =>
  onboarding.parse({ ...toInput(onboarding, values), ...pricing(values) });

/** A package before anything was typed. */
export const blankPackage = { deliverables: [''] };

/** What the steps show first: what the professional saved before, so that completing them again changes only what was typed. */
export const startOf = ({
  bio,
  instagramHandle,
  websiteUrl,
  services,
  locations,
  packages,
}: CreatorProfile): Values => {
  const { city, state, travelRadius } = locations[0] ?? {};
  return {
    ...services[0],
    ...toValues({ bio, instagramHandle, websiteUrl, city, state }),
    country: (state && countryOf(state)) ?? 'US',
    travelRadius: travelRadius ?? 50,
    packages:
      packages.length === 0
        ? [blankPackage]
        : packages.map(({ name, description, price, durationHours, deliverables }) => ({
            ...toValues({ name, description }),
            price: price / 100,
            durationHours,
            deliverables: [...deliverables],
          })),
  };
};

const toValues = (texts: Values): Values =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null && text !== undefined));

export const servicesRules = rulesFor(servicesStep);
export const portfolioRules = rulesFor(portfolioStep);
export const locationRules = rulesFor(locationStep);
export const pricingRules = rulesFor(pricingStep, pricing);
