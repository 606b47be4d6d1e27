import type { Lead } from '#leads/contract';

export const leadStatusNames: Readonly<Record<Lead['status'], string>> = {
  active: 'Active',
  closed: 'Closed',
  booked: 'Booked',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  held: 'Under review',
  removed: 'Removed',
};
