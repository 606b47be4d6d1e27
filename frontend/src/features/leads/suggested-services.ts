import type { LeadPost } from '#leads/contract';

type Service = NonNullable<LeadPost['servicesNeeded']>[number];

const keywords: Readonly<Record<Service, RegExp>> = {
  photographer: /\b(photo\w*|pictures?)\b/i,
  videographer: /\b(video\w*|film(ing|ed|maker)?)\b/i,
  dj: /\b(djs?|music|dancing|dance floor)\b/i,
  design: /\b(decor\w*|flowers?|florals?|florist|styling)\b/i,
};

/** The services that a description mentions. Only a suggestion, which the client can change. */
export const suggestedServices = (description: string): Service[] =>
  (Object.keys(keywords) as Service[]).filter((service) => keywords[service].test(description));
