import { highMatchScore } from '#leads/contract';

/** Green at 80 and above, yellow at 60 and above, orange below. */
export const matchColor = (score: number): 'green' | 'yellow' | 'orange' => {
  if (score >= highMatchScore) return 'green';
  return score >= 60 ? 'yellow' : 'orange';
};
