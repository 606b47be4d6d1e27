import { type MailContent, renderMail } from '#platform/mail';
import { providerNamed } from '../contract.ts';
import type { FactorKind } from '../factors/index.ts';

/** A link and a code that prove the same. `name` is used in the greeting if it looks like a name. */
export type Proof = { readonly name: string | null; readonly url: string; readonly code: string };

type Warning = { readonly name: string | null; readonly at: string; readonly url: string };
type NewDevice = Warning & { readonly device: string; readonly ip: string | null };

const validity = 'The link and the code work once, for one hour.';
const orType = 'Or type this code where you were asked for it:';
const signsOut = 'A new password signs out every other device.';
const notYou = 'If this was not you, nothing needs to be done: without this mail nobody gets in.';

/** The texts of a mail with a link to follow or a code to type. */
type ProofTexts = {
  readonly subject: string;
  readonly text: string;
  readonly label: string;
  readonly small: readonly string[];
};
const proofMail = ({ name, url, code }: Proof, { subject, text, label, small }: ProofTexts) =>
  renderMail({
    subject,
    greeting: greetingName(name),
    paragraphs: [text],
    button: { label, url },
    code: { before: orType, digits: code },
    small: [validity, ...small],
  });

/** A warningMail that something which protects the account has changed. */
const warningMail = ({ name, url }: Warning, subject: string, text: string, ...small: readonly string[]) =>
  renderMail({
    subject,
    greeting: greetingName(name),
    paragraphs: [text, 'If that was you, there is nothing to do.'],
    button: { label: 'It was not me: set a new password', url },
    small,
  });

/** The mails about accounts. Each function returns subject, text and HTML. */
export const letters = {
  confirmation: (proof: Proof) =>
    proofMail(proof, {
      subject: 'Confirm your email address',
      text: 'Welcome to Festoon. Please confirm that this address is yours. Then you can post events, unlock leads and pay.',
      label: 'Confirm my address',
      small: ['If you did not sign up, ignore this mail: an address nobody confirms can do nothing here.'],
    }),

  recovery: (proof: Proof) =>
    proofMail(proof, {
      subject: 'Set a new password',
      text: 'ProviderUser, hopefully you, asked for a new password for your Festoon account.',
      label: 'Set a new password',
      small: [`${notYou} Your password stays as it is.`],
    }),

  'magic-link': (proof: Proof) =>
    proofMail(proof, {
      subject: 'Your sign-in link',
      text: 'Here is the link that signs you in to Festoon. No password is needed.',
      label: 'Sign in',
      small: ['Never pass this mail on: whoever has it is signed in as you.', notYou],
    }),

  reauthentication: ({ name, code }: Pick<Proof, 'name' | 'code'>) =>
    renderMail({
      subject: 'Your Festoon code',
      greeting: greetingName(name),
      paragraphs: ['You are about to change something that protects your account.'],
      code: { before: 'Type this code to show that it is you:', digits: code },
      small: [
        'The code works once, for one hour. Nobody from Festoon ever asks you for it.',
        'If you are not changing anything, somebody else is signed in as you: set a new password, which signs everybody else out.',
      ],
    }),

  'email-change-current': ({ newEmail, ...proof }: Proof & { readonly newEmail: string }) =>
    proofMail(proof, {
      subject: 'Confirm that your email address changes',
      text: `Your Festoon account is to move from this address to ${newEmail}. Please confirm it here and from the new address.`,
      label: 'Confirm the change',
      small: [
        'If you did not ask for this, do not confirm it: your address stays as it is. Then set a new password, because somebody is signed in as you.',
      ],
    }),

  'email-change-new': (proof: Proof) =>
    proofMail(proof, {
      subject: 'Confirm your new email address',
      text: 'This address is to become the one of your Festoon account. Please confirm that it is yours.',
      label: 'Confirm my new address',
      small: ['If you have no account with Festoon, somebody mistyped theirs: ignore this mail and nothing happens.'],
    }),

  passwordChanged: (facts: Warning) =>
    warningMail(
      facts,
      'Your password was changed',
      `The password of your Festoon account was changed on ${formatted(facts.at)}. All other devices were signed out.`,
    ),

  newDevice: ({ device, ip, ...facts }: NewDevice) =>
    warningMail(
      facts,
      'New sign-in to your account',
      `Somebody signed in to your Festoon account from a device or place we had not seen before: ${device}${ip ? `, from ${ip}` : ''}, on ${formatted(facts.at)}.`,
      signsOut,
    ),

  factorAdded: ({ factor, ...facts }: Warning & { readonly factor: FactorKind }) =>
    warningMail(
      facts,
      'A second step was added to your account',
      `Since ${formatted(facts.at)}, signing in to your Festoon account also asks for ${secondSteps[factor]}.`,
      'If you are asked for a second step that is not yours, reply to this mail and we open your account again.',
    ),

  factorRemoved: (facts: Warning) =>
    warningMail(
      facts,
      'A second step was removed from your account',
      `On ${formatted(facts.at)} a second step was removed: signing in to your Festoon account no longer asks for it.`,
      signsOut,
    ),

  identityLinked: ({ provider, ...facts }: Warning & { readonly provider: string }) =>
    warningMail(
      facts,
      'A way to sign in was added to your account',
      `Since ${formatted(facts.at)}, ${wayAt(provider, 'an')} signs you in to Festoon.`,
      'Then reply to this mail, so that we close that way again.',
    ),

  identityUnlinked: ({ provider, ...facts }: Warning & { readonly provider: string }) =>
    warningMail(
      facts,
      'A way to sign in was removed from your account',
      `Since ${formatted(facts.at)}, ${wayAt(provider, 'your')} no longer signs you in to Festoon.`,
      signsOut,
    ),
} satisfies Record<string, (facts: never) => ReturnType<typeof renderMail>>;

const secondSteps: Readonly<Record<FactorKind, string>> = {
  totp: 'a code from an authenticator app',
  webauthn: 'a passkey or security key',
};

/** Sign-in by email is not an account at a provider. */
const wayAt = (provider: string, whose: 'an' | 'your'): string =>
  provider === 'email' ? 'your email address' : `${whose} account at ${providerNamed(provider)}`;

/**
 * An attacker who signs up with another person's address chooses the name in their mail, so only text that looks like a
 * name is used.
 */
const greetingName = (name: string | null): MailContent['greeting'] =>
  name && /^[\p{L}\p{M}][\p{L}\p{M}' ’-]{0,39}$/u.test(name) ? name : null;

/** Formats an instant such as `2026-11-20T14:05:09.000Z` for people. */
const formatted = (at: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;
