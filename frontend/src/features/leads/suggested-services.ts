import type { LeadPost } from '#leads/contract';

type Service = NonNullable<LeadPost['servicesNeeded']>[number];

const words: Readonly<Record<Service, RegExp>> = {
  photographer: /\b(photo\w*|pictures?)\b/i,
  videographer: /\b(video\w*|film(ing|ed|maker)?)\b/i,
  dj: /\b(djs?|music|dancing|dance floor)\b/i,
  design: /\b(decor\w*|flowers?|florals?|florist|styling)\b/i,
};

/** Which services a description speaks of. A suggestion: the client has the last word. */
export const suggestedServices = (description: string): Service[] =>
  (Object.keys(words) as Service[]).filter((service) => words[service].test(description));
