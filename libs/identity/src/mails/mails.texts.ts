import { type MailContent, renderMail } from '#platform/mail';
import { providerNamed, type Role } from '../contract.ts';
import type { FactorKind } from '../factors/index.ts';

/** A link and a code; either of them is enough. `name` is used in the greeting if it looks like a name. */
export type LinkAndCode = { readonly name: string | null; readonly url: string; readonly code: string };

type Notice = { readonly name: string | null; readonly at: string; readonly url: string };
type NewDevice = Notice & { readonly device: string; readonly ip: string | null };

const validity = 'The link and the code can be used once and expire in one hour.';
const orType = 'Or enter this code:';
const newPasswordSignsOut = 'Setting a new password signs out all your other devices.';
const ignore = 'If you did not request this, you can ignore this email.';

/** The texts of a mail with a link to follow or a code to type. */
type LinkMailTexts = {
  readonly subject: string;
  readonly text: string;
  readonly label: string;
  readonly small: readonly string[];
};
const linkMail = ({ name, url, code }: LinkAndCode, { subject, text, label, small }: LinkMailTexts) =>
  renderMail({
    subject,
    greeting: greetingName(name),
    paragraphs: [text],
    button: { label, url },
    code: { before: orType, digits: code },
    small: [validity, ...small],
  });

/** A notice that something which protects the account has changed. */
const securityNotice = ({ name, url }: Notice, subject: string, text: string, ...small: readonly string[]) =>
  renderMail({
    subject,
    greeting: greetingName(name),
    paragraphs: [text, 'If this was you, you don’t need to do anything. If not, secure your account now.'],
    button: { label: 'Set a new password', url },
    small,
  });

type StaffAction = Omit<Notice, 'url'> & { readonly reason: string | null };

/** A notice of what staff did with an account, and why. */
const staffNotice = ({ name, reason }: StaffAction, subject: string, ...paragraphs: readonly string[]) =>
  renderMail({
    subject,
    greeting: greetingName(name),
    paragraphs: [...paragraphs, ...(reason ? [`Reason: ${reason}`] : [])],
    small: ['If you have questions about this, reply to this email.'],
  });

/** The mails about accounts. Each function returns subject, text and HTML. */
export const mailTexts = {
  confirmation: (link: LinkAndCode) =>
    linkMail(link, {
      subject: 'Confirm your email address',
      text: 'Welcome to Festoon. Confirm your email address to post leads, unlock leads and make payments.',
      label: 'Confirm email address',
      small: ['If you did not sign up for Festoon, you can ignore this email. The account stays unconfirmed.'],
    }),

  recovery: (link: LinkAndCode) =>
    linkMail(link, {
      subject: 'Set a new password',
      text: 'We received a request to set a new password for your Festoon account.',
      label: 'Set a new password',
      small: [`${ignore} Your password will not change.`],
    }),

  'magic-link': (link: LinkAndCode) =>
    linkMail(link, {
      subject: 'Your sign-in link',
      text: 'Use this link to sign in to Festoon without a password.',
      label: 'Sign in',
      small: ['Do not forward this email: anyone with the link can sign in to your account.', ignore],
    }),

  reauthentication: ({ name, code }: Pick<LinkAndCode, 'name' | 'code'>) =>
    renderMail({
      subject: 'Your Festoon code',
      greeting: greetingName(name),
      paragraphs: ['You are about to change a security setting on your account.'],
      code: { before: 'Enter this code to confirm that it is you:', digits: code },
      small: [
        'The code can be used once and expires in one hour. Festoon will never ask you for it.',
        'If you did not request this code, another person may have access to your account. Set a new password. This signs out all other devices.',
      ],
    }),

  'email-change-current': ({ newEmail, ...link }: LinkAndCode & { readonly newEmail: string }) =>
    linkMail(link, {
      subject: 'Confirm the change of your email address',
      text: `We received a request to change the email address of your Festoon account from this one to ${newEmail}. Confirm the change here and from the new address.`,
      label: 'Confirm the change',
      small: [
        'If you did not request this change, do not confirm it: your email address stays the same. Then set a new password, because someone else may have access to your account.',
      ],
    }),

  'email-change-new': (link: LinkAndCode) =>
    linkMail(link, {
      subject: 'Confirm your new email address',
      text: 'Confirm this email address to use it for your Festoon account.',
      label: 'Confirm new address',
      small: ['If you do not have a Festoon account, you can ignore this email.'],
    }),

  passwordChanged: (facts: Notice) =>
    securityNotice(
      facts,
      'Your password was changed',
      `The password of your Festoon account was changed on ${formatInstant(facts.at)}. All other devices were signed out.`,
    ),

  newDevice: ({ device, ip, ...facts }: NewDevice) =>
    securityNotice(
      facts,
      'New sign-in to your account',
      `Your Festoon account was used to sign in from a new device or location: ${device}${ip ? `, from ${ip}` : ''}, on ${formatInstant(facts.at)}.`,
      newPasswordSignsOut,
    ),

  factorAdded: ({ factor, ...facts }: Notice & { readonly factor: FactorKind }) =>
    securityNotice(
      facts,
      'A second factor was added to your account',
      `On ${formatInstant(facts.at)}, ${secondSteps[factor]} was added to your Festoon account. You will be asked for it when you sign in.`,
      'If you cannot sign in because of a second factor that is not yours, reply to this email and we will restore your access.',
    ),

  factorRemoved: (facts: Notice) =>
    securityNotice(
      facts,
      'A second factor was removed from your account',
      `On ${formatInstant(facts.at)}, a second factor was removed from your Festoon account. You will no longer be asked for it when you sign in.`,
      newPasswordSignsOut,
    ),

  factorsReset: (facts: StaffAction) =>
    staffNotice(
      facts,
      'Festoon staff removed a second factor from your account',
      `On ${formatInstant(facts.at)}, Festoon staff removed a second factor from your account. You will no longer be asked for it when you sign in.`,
      'If you did not ask for this, set a new password and reply to this email.',
    ),

  suspended: (facts: StaffAction) =>
    staffNotice(
      facts,
      'Your account was suspended',
      `On ${formatInstant(facts.at)}, Festoon staff suspended your account. All your sessions have ended, and you cannot sign in until it is reinstated.`,
    ),

  reinstated: (facts: StaffAction) =>
    staffNotice(
      facts,
      'Your account was reinstated',
      `On ${formatInstant(facts.at)}, Festoon staff reinstated your account. You can sign in again.`,
    ),

  roleChanged: ({ role, ...facts }: StaffAction & { readonly role: Role }) =>
    staffNotice(
      facts,
      'The role of your account was changed',
      `On ${formatInstant(facts.at)}, Festoon staff changed the role of your account. ${roleTexts[role]}`,
    ),

  identityLinked: ({ provider, ...facts }: Notice & { readonly provider: string }) =>
    securityNotice(
      facts,
      'A sign-in method was added to your account',
      `On ${formatInstant(facts.at)}, ${methodText(provider, 'an')} was added as a way to sign in to Festoon.`,
      'If you did not add it, reply to this email as well and we will remove it.',
    ),

  identityUnlinked: ({ provider, ...facts }: Notice & { readonly provider: string }) =>
    securityNotice(
      facts,
      'A sign-in method was removed from your account',
      `On ${formatInstant(facts.at)}, ${methodText(provider, 'your')} was removed as a way to sign in to Festoon.`,
      newPasswordSignsOut,
    ),
} satisfies Record<string, (facts: never) => ReturnType<typeof renderMail>>;

const roleTexts: Readonly<Record<Role, string>> = {
  client: 'You are now a client: you can post leads and book professionals.',
  creator: 'You are now a creator: you can unlock leads and be booked.',
  vendor: 'You are now a vendor: you can unlock leads and be booked.',
};

const secondSteps: Readonly<Record<FactorKind, string>> = {
  totp: 'a code from an authenticator app',
  webauthn: 'a passkey or security key',
};

/** A way to sign in, as mails name it. `email` is not a provider. */
const methodText = (provider: string, whose: 'an' | 'your'): string =>
  provider === 'email' ? 'your email address' : `${whose} account at ${providerNamed(provider)}`;

/**
 * An attacker who signs up with another person's address chooses the name in their mail, so only text that looks like a
 * name is used.
 */
const greetingName = (name: string | null): MailContent['greeting'] =>
  name && /^[\p{L}\p{M}][\p{L}\p{M}' ’-]{0,39}$/u.test(name) ? name : null;

/** Formats an instant such as `2026-11-20T14:05:09.000Z` for people. */
const formatInstant = (at: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;
