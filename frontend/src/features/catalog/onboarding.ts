import {
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

export const servicesRules = rulesFor(servicesStep);
export const portfolioRules = rulesFor(portfolioStep);
export const locationRules = rulesFor(locationStep);
export const pricingRules = rulesFor(pricingStep, pricing);
