/**
 * The specs that share one running product in `npm test`, in the order in which they run: those that only read, or that
 * expect an empty site, come first. Run alone, each of them starts a product of its own. The products that take longest
 * come first, so that the last ones to run are short.
 */
export const sharedProducts = {
  screens: ['interruptions', 'public-pages', 'pages', 'budgets', 'payments', 'screens'],
  market: ['messages', 'recommendations', 'matching', 'plans', 'availability', 'portfolio'],
  people: ['first-path', 'account', 'passkeys', 'second-factor', 'robustness', 'providers', 'other-port'],
  galleries: ['gallery-uploads', 'gallery-viewer', 'gallery-shares'],
} as const;

export type SharedProduct = keyof typeof sharedProducts;
