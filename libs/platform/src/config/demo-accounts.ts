/** The password of every demo account. It is published: a demo has no secrets. */
export const demoPassword = 'Lantern2026';

/** The accounts that a demo offers to look around with, each with its email address. */
export const demoAccounts = [
  { label: 'Client', email: 'client@festoon.example' },
  { label: 'Photographer', email: 'photographer@festoon.example' },
  { label: 'DJ', email: 'dj@festoon.example' },
  { label: 'Staff admin', email: 'staff@festoon.example' },
] as const;
