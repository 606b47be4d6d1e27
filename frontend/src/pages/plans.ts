/** A plan with `onRequest` links to the contact page. `details` explains promises; its keys are their texts. */
export type Plan = {
  name: string;
  price: string;
  best?: true;
  onRequest?: true;
  promises: readonly string[];
  details?: Readonly<Record<string, string>>;
};

/** The plans. Every account has the first one; professionals buy the second one by the month. */
export const plans: readonly Plan[] = [
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
    details: {
      '10 lead credits per month': 'each unlocks one lead, and you get one more if a client does not read your message',
      'AI lead matching': 'a daily email with your best new matches, and 100 assistant questions an hour',
      'Priority support': 'our team sees that you are on Pro when you report a problem or request a refund',
      'Featured listing': 'photographers come first among the featured creators, marked as a paid plan',
    },
  },
  {
    name: 'Enterprise',
    price: '$199',
    onRequest: true,
    promises: ['Unlimited credits', 'Team tools', 'Dedicated account manager', 'Custom branding'],
  },
];
