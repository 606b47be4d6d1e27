/**
 * The specs that share one running product in `npm test`, in the order in which they run: those that only read, or that
 * expect an empty site, come first. Run alone, each of them starts a product of its own.
 */
export const sharedProducts = {
  people: ['first-path', 'account', 'passkeys', 'second-factor', 'robustness', 'providers', 'other-port'],
  screens: ['interruptions', 'public-pages', 'pages', 'budgets', 'payments', 'screens'],
  market: ['messages', 'recommendations', 'matching', 'plans', 'availability', 'portfolio'],
  galleries: ['gallery-uploads', 'gallery-viewer', 'gallery-shares'],
} as const;

export type SharedProduct = keyof typeof sharedProducts;
