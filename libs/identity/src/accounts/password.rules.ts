import { refuse } from '#kernel';
import { WeakPassword, type WeakPasswordReason } from '../gotrue/gotrue.errors.ts';
import { password as rules } from '../identity.contract.ts';

export const longestPassword = 72;

/** What is weak about a password that is otherwise right; undefined where nothing is. */
export const weaknessOf = (password: string) => {
  const { error } = rules.safeParse(password);
  if (!error) return undefined;
  const reasons = error.issues.map(({ code }): WeakPasswordReason => (code === 'too_small' ? 'length' : 'characters'));
  return { message: error.issues[0]?.message ?? '', reasons: [...new Set(reasons)] };
};

/** Refuses a password that cannot be set. */
export const onlyStrong = (password: string): void => {
  if (Buffer.byteLength(password) > longestPassword)
    refuse('password-too-long', `Password cannot be longer than ${longestPassword} characters`);
  const weakness = weaknessOf(password);
  if (weakness) throw new WeakPassword(weakness.message, weakness.reasons);
};
