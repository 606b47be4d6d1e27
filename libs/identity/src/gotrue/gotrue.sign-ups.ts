import type { NewUser } from '../accounts/index.ts';
import { email as emailRule, signUp as signUpForm } from '../contract.ts';
import { detailsIn, type Metadata, parseWith, text } from '../users/index.ts';
import { validationError } from './gotrue.errors.ts';

/** Throws an AuthError if this is not an email address. */
export const requireEmailAddress = (email: string): void => {
  if (!emailRule.safeParse(email).success) throw validationError('Unable to validate email address: invalid format');
};

/**
 * The new user from the metadata that the browser sends at sign-up. Refuses a role that cannot be chosen at sign-up.
 */
export const newUserFrom = (email: string, metadata: Metadata): Omit<NewUser, 'password'> => ({
  email,
  metadata,
  role: parseWith(signUpForm.shape.role, metadata.role),
  firstName: text(metadata.first_name),
  lastName: text(metadata.last_name),
  phone: text(metadata.phone),
  termsVersion: text(metadata.terms_version).slice(0, 40) || null,
});

/** The profile for a new account from its metadata; undefined if the metadata is empty. Refuses an invalid profile. */
export const profileIn = (email: string, metadata: Metadata): Omit<NewUser, 'password'> | undefined => {
  if (Object.keys(metadata).length === 0) return undefined;
  const profile = newUserFrom(email, metadata);
  detailsIn(metadata);
  return profile;
};
