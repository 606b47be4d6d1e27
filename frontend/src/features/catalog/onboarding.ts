import {
  locationStep,
  type Onboarding,
  onboarding,
  packageOffer,
  portfolioStep,
  pricingStep,
  servicesStep,
} from '#catalog/contract';
import { rulesOf, tidy } from '../../shared/form.ts';
import { toCents } from '../../shared/money.ts';

type Values = Record<string, unknown>;

const offer = (values: Values): Values => {
  const { price, deliverables } = values;
  const lines = Array.isArray(deliverables) ? deliverables.map((line) => line ?? '') : [];
  return tidy(packageOffer, {
    ...values,
    price: typeof price === 'number' ? toCents(price) : undefined,
    deliverables: lines,
  });
};

const pricing = ({ packages }: Values): Values => ({ packages: Array.isArray(packages) ? packages.map(offer) : [] });

/** What the four steps hold together, as the server takes it. Prices were typed in dollars. */
export const answersOf = (values: Values): Onboarding =>
  onboarding.parse({ ...tidy(onboarding, values), ...pricing(values) });

export const servicesRules = rulesOf(servicesStep, (values) => tidy(servicesStep, values));
export const portfolioRules = rulesOf(portfolioStep, (values) => tidy(portfolioStep, values));
export const locationRules = rulesOf(locationStep, (values) => tidy(locationStep, values));
export const pricingRules = rulesOf(pricingStep, pricing);
