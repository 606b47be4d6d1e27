import { type SignIn, type SignUp, termsVersion } from '#identity/contract';
import { auth, check } from './auth.ts';
import { rememberMailRequest } from './link-tokens.ts';
import { needsSecondFactor } from './second-factor.ts';

/** Makes an account and a session. What the form calls first name travels as auth metadata. */
export const createAccount = async ({ firstName, lastName, email, password, phone, role }: SignUp): Promise<void> => {
  const data = { first_name: firstName, last_name: lastName, role, phone, terms_version: termsVersion };
  const options = { data, emailRedirectTo: `${location.origin}/login` };
  check(await auth.signUp({ email, password, options }), 'Failed to create account');
};

/** `in` is true once nothing more is asked; those with a second factor give that next. */
export const signInWithPassword = async (who: SignIn): Promise<{ in: boolean }> => {
  const answer = await auth.signInWithPassword(who);
  check(answer, 'Failed to sign in');
  return { in: !needsSecondFactor(answer.data.session) };
};

/** Sends the mail whose link leads to the log-in page, where the new password is typed. */
export const sendPasswordReset = async (email: string): Promise<void> => {
  const redirectTo = `${location.origin}/login`;
  rememberMailRequest(email);
  check(await auth.resetPasswordForEmail(email, { redirectTo }), 'Failed to send reset email');
};

/** The new password, and what shows that it is theirs to set: the current one, or a code that was mailed. */
export type NewPassword = { password: string; current_password?: string; nonce?: string };

export const setPassword = async (wanted: NewPassword): Promise<void> => {
  check(await auth.updateUser(wanted), 'Failed to set the new password');
};
