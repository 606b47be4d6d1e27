import { type LetterText, letterFrom } from '#platform';
import type { FactorKind } from '../factors/factor.ts';

/** A link and a code that do the same. `name` is greeted where it can be. */
export type Proof = { readonly name: string | null; readonly url: string; readonly code: string };

const once = 'The link and the code work once, for one hour.';
const orType = 'Or type this code where you were asked for it:';
const notYou = 'If this was not you, nothing needs to be done: without this mail nobody gets in.';

/** What the product says about accounts by mail. Each answers subject, text and HTML. */
export const letters = {
  confirmation: ({ name, url, code }: Proof) =>
    letterFrom({
      subject: 'Confirm your email address',
      greeting: greeted(name),
      paragraphs: [
        'Welcome to Festoon. Please confirm that this address is yours. Then you can post events, unlock leads and pay.',
      ],
      button: { label: 'Confirm my address', url },
      code: { before: orType, digits: code },
      small: [once, 'If you did not sign up, ignore this mail: an address nobody confirms can do nothing here.'],
    }),

  recovery: ({ name, url, code }: Proof) =>
    letterFrom({
      subject: 'Set a new password',
      greeting: greeted(name),
      paragraphs: ['Somebody, hopefully you, asked for a new password for your Festoon account.'],
      button: { label: 'Set a new password', url },
      code: { before: orType, digits: code },
      small: [once, `${notYou} Your password stays as it is.`],
    }),

  'magic-link': ({ name, url, code }: Proof) =>
    letterFrom({
      subject: 'Your sign-in link',
      greeting: greeted(name),
      paragraphs: ['Here is the link that signs you in to Festoon. No password is needed.'],
      button: { label: 'Sign in', url },
      code: { before: orType, digits: code },
      small: [once, 'Never pass this mail on: whoever has it is signed in as you.', notYou],
    }),

  reauthentication: ({ name, code }: Pick<Proof, 'name' | 'code'>) =>
    letterFrom({
      subject: 'Your Festoon code',
      greeting: greeted(name),
      paragraphs: ['You are about to change something that protects your account.'],
      code: { before: 'Type this code to show that it is you:', digits: code },
      small: [
        'The code works once, for one hour. Nobody from Festoon ever asks you for it.',
        'If you are not changing anything, somebody else is signed in as you: set a new password, which signs everybody else out.',
      ],
    }),

  'email-change-current': ({ name, url, code, newEmail }: Proof & { readonly newEmail: string }) =>
    letterFrom({
      subject: 'Confirm that your email address changes',
      greeting: greeted(name),
      paragraphs: [
        `Your Festoon account is to move from this address to ${newEmail}. Please confirm it here and from the new address.`,
      ],
      button: { label: 'Confirm the change', url },
      code: { before: orType, digits: code },
      small: [
        once,
        'If you did not ask for this, do not confirm it: your address stays as it is. Then set a new password, because somebody is signed in as you.',
      ],
    }),

  'email-change-new': ({ name, url, code }: Proof) =>
    letterFrom({
      subject: 'Confirm your new email address',
      greeting: greeted(name),
      paragraphs: ['This address is to become the one of your Festoon account. Please confirm that it is yours.'],
      button: { label: 'Confirm my new address', url },
      code: { before: orType, digits: code },
      small: [
        once,
        'If you have no account with Festoon, somebody mistyped theirs: ignore this mail and nothing happens.',
      ],
    }),

  passwordChanged: ({ name, at, url }: Warning) =>
    letterFrom({
      subject: 'Your password was changed',
      greeting: greeted(name),
      paragraphs: [
        `The password of your Festoon account was changed on ${said(at)}. All other devices were signed out.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: [],
    }),

  newDevice: ({ name, at, device, ip, url }: NewDevice) =>
    letterFrom({
      subject: 'New sign-in to your account',
      greeting: greeted(name),
      paragraphs: [
        `Somebody signed in to your Festoon account from a device or place we had not seen before: ${device}${ip ? `, from ${ip}` : ''}, on ${said(at)}.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: ['A new password signs out every other device.'],
    }),

  factorAdded: ({ name, at, factor, url }: Warning & { readonly factor: FactorKind }) =>
    letterFrom({
      subject: 'A second step was added to your account',
      greeting: greeted(name),
      paragraphs: [
        `Since ${said(at)}, signing in to your Festoon account also asks for ${secondSteps[factor]}.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: [
        'If you are asked for a second step that is not yours, reply to this mail and we open your account again.',
      ],
    }),

  factorRemoved: ({ name, at, url }: Warning) =>
    letterFrom({
      subject: 'A second step was removed from your account',
      greeting: greeted(name),
      paragraphs: [
        `On ${said(at)} a second step was removed: signing in to your Festoon account no longer asks for it.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: ['A new password signs out every other device.'],
    }),

  identityLinked: ({ name, at, provider, url }: Warning & { readonly provider: string }) =>
    letterFrom({
      subject: 'A way to sign in was added to your account',
      greeting: greeted(name),
      paragraphs: [
        `Since ${said(at)}, ${wayAt(provider, 'an')} signs you in to Festoon.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: ['Then reply to this mail, so that we close that way again.'],
    }),

  identityUnlinked: ({ name, at, provider, url }: Warning & { readonly provider: string }) =>
    letterFrom({
      subject: 'A way to sign in was removed from your account',
      greeting: greeted(name),
      paragraphs: [
        `Since ${said(at)}, ${wayAt(provider, 'your')} no longer signs you in to Festoon.`,
        'If that was you, there is nothing to do.',
      ],
      button: { label: 'It was not me: set a new password', url },
      small: ['A new password signs out every other device.'],
    }),
} satisfies Record<string, (facts: never) => ReturnType<typeof letterFrom>>;

/** Something that protects the account has changed. */
type Warning = { readonly name: string | null; readonly at: string; readonly url: string };
type NewDevice = Warning & { readonly device: string; readonly ip: string | null };

const secondSteps: Readonly<Record<FactorKind, string>> = {
  totp: 'a code from an authenticator app',
  webauthn: 'a passkey or security key',
};

/** `google` as people write it; the way by mail is no account at a provider. */
const wayAt = (provider: string, whose: 'an' | 'your'): string =>
  provider === 'email'
    ? 'your email address'
    : `${whose} account at ${provider.charAt(0).toUpperCase()}${provider.slice(1)}`;

/** Whoever signs up with somebody else's address chooses what that person is called: only what looks like a name is said. */
const greeted = (name: string | null): LetterText['greeting'] =>
  name && /^[\p{L}\p{M}][\p{L}\p{M}' ’-]{0,39}$/u.test(name) ? name : null;

/** `2026-11-20T14:05:09.000Z` as people read it. */
const said = (at: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;
