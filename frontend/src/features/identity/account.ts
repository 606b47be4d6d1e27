import { type SignIn, type SignUp, termsVersion } from '#identity/contract';
import { auth } from './auth.ts';

type Outcome = { error: { message: string } | null };

// The provider's own words, where it had any.
const check = ({ error }: Outcome, otherwise: string): void => {
  if (error) throw new Error(error.message || otherwise);
};

/** Makes an account and a session. What the form calls first name travels as auth metadata. */
export const createAccount = async ({ firstName, lastName, email, password, phone, role }: SignUp): Promise<void> => {
  const data = { first_name: firstName, last_name: lastName, role, phone, terms_version: termsVersion };
  const options = { data, emailRedirectTo: location.origin };
  check(await auth.signUp({ email, password, options }), 'Failed to create account');
};

export const enter = async (who: SignIn): Promise<void> => {
  check(await auth.signInWithPassword(who), 'Failed to sign in');
};

/** Sends the mail whose link leads to the log-in page, where the new password is typed. */
export const sendReset = async (email: string): Promise<void> => {
  const redirectTo = `${location.origin}/login`;
  check(await auth.resetPasswordForEmail(email, { redirectTo }), 'Failed to send reset email');
};

export const setPassword = async (password: string): Promise<void> => {
  check(await auth.updateUser({ password }), 'Failed to set the new password');
};
