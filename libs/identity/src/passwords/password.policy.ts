import { Refusal, refuse } from '#kernel';
import { password as rules } from '../contract.ts';
import { isCommon } from './common.passwords.ts';

/** Why a password is too weak, in GoTrue's names. */
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

export class WeakPassword extends Refusal {
  constructor(
    message: string,
    readonly reasons: readonly WeakPasswordReason[],
  ) {
    super('password-weak', message);
  }
}

export const maxPasswordLength = 72;

type Weakness = { readonly message: string; readonly reasons: readonly WeakPasswordReason[] };
const commonPassword: Weakness = {
  message: 'Password is known to be weak and easy to guess, please choose a different one.',
  reasons: ['pwned'],
};

/** The weakness of a password by the current rules; undefined if it has none. */
export const weaknessOf = (password: string): Weakness | undefined => {
  const { error } = rules.safeParse(password);
  if (!error) return isCommon(password) ? commonPassword : undefined;
  const reasons = error.issues.map(({ code }): WeakPasswordReason => (code === 'too_small' ? 'length' : 'characters'));
  return { message: error.issues[0]?.message ?? '', reasons: [...new Set(reasons)] };
};

/** Refuses a password that is too long or too weak to be set. */
export const requireStrongPassword = (password: string): void => {
  if (Buffer.byteLength(password) > maxPasswordLength)
    refuse('password-too-long', `Password cannot be longer than ${maxPasswordLength} characters`);
  const weakness = weaknessOf(password);
  if (weakness) throw new WeakPassword(weakness.message, weakness.reasons);
};
