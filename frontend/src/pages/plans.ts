/** A plan with `onRequest` links to the contact page. */
export type Plan = { name: string; price: string; best?: true; onRequest?: true; promises: readonly string[] };

/** The plans that are announced. Every account has the first one, because the others cannot be bought yet. */
export const plans = [
  {
    name: 'Free',
    price: '$0',
    promises: ['Leads at $25 each', 'Public profile with packages', 'Bookings and galleries'],
  },
  {
    name: 'Pro',
    price: '$49',
    best: true,
    promises: ['10 lead credits per month', 'AI lead matching', 'Priority support', 'Featured listing'],
  },
  {
    name: 'Enterprise',
    price: '$199',
    onRequest: true,
    promises: ['Unlimited credits', 'Team tools', 'Dedicated account manager', 'Custom branding'],
  },
] as const satisfies readonly Plan[];
