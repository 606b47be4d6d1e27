import { type Config, demoAccounts, demoPassword } from '#platform/config';
import { isReadable } from '#platform/mail';

type Settings = Pick<Config, 'publicUrl' | 'demo' | 'autoconfirm' | 'smtpUrl' | 'mailFrom'>;

/** What `festoon serve` prints once everything runs. */
export const startUpBanner = (config: Settings): string => {
  const lines = [`\nFestoon is at ${config.publicUrl}\n`, `${accountNotice(config)}\n`];
  if (config.demo) {
    lines.push(`Demo accounts, all with the password ${demoPassword}`);
    for (const { label, email } of demoAccounts) lines.push(`  ${label.padEnd(14)} ${email}`);
    lines.push('In demo mode staff need no second factor.\n');
  }
  return [...lines, 'Stop with Ctrl-C.'].join('\n');
};

/** Where mails go, with a warning if email addresses are not verified although other people can sign up. */
export const accountNotice = (config: Settings): string => {
  const leavesUnverified = config.autoconfirm && !isLocalOrDemo(config);
  return leavesUnverified ? `${mailNotice(config)}\n${unverifiedWarning}` : mailNotice(config);
};

const unverifiedWarning =
  'Email addresses count as verified WITHOUT PROOF: people can sign up with other people’s addresses. Set AUTH_AUTOCONFIRM=false to require confirmation.';

const isLocalOrDemo = ({ demo, publicUrl }: Settings): boolean => isReadable({ smtpUrl: undefined, demo, publicUrl });

const mailNotice = (config: Settings): string => {
  if (config.smtpUrl) return `Emails are sent from ${config.mailFrom}`;
  if (isReadable(config)) return `Emails are stored here: ${config.publicUrl}/mailbox`;
  return 'Emails are stored and NOT SENT. Set SMTP_URL and MAIL_FROM; until then, users can neither confirm an address nor reset a password.';
};
