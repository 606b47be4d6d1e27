import type { NewUser } from '../accounts/index.ts';
import { email as emailRule, signUp as signUpForm } from '../contract.ts';
import { checked, detailsIn, type Metadata, text } from '../users/index.ts';
import { invalid } from './gotrue.errors.ts';

/** Throws an AuthError unless this is an e-mail address. */
export const requireEmailAddress = (email: string): void => {
  if (!emailRule.safeParse(email).success) throw invalid('Unable to validate email address: invalid format');
};

/** Who signs up, from the metadata that the browser sends along. Refuses a role that nobody may choose. */
export const newUserFrom = (email: string, metadata: Metadata): Omit<NewUser, 'password'> => ({
  email,
  metadata,
  role: checked(signUpForm.shape.role, metadata.role),
  firstName: text(metadata.first_name),
  lastName: text(metadata.last_name),
  phone: text(metadata.phone),
  termsVersion: text(metadata.terms_version).slice(0, 40) || null,
});

/** The profile that metadata holds for a new account; undefined where it holds none. Refuses one that cannot be used. */
export const profileIn = (email: string, metadata: Metadata): Omit<NewUser, 'password'> | undefined => {
  if (Object.keys(metadata).length === 0) return undefined;
  const profile = newUserFrom(email, metadata);
  detailsIn(metadata);
  return profile;
};
