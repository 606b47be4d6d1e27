import { type Config } from '#platform/config';
import { isReadable } from '#platform/mail';
import { password, people, shown } from './demo-data.ts';

type Known = Pick<Config, 'publicUrl' | 'demo' | 'autoconfirm' | 'smtpUrl' | 'mailFrom'>;

/** What a start says to people once everything works. */
export const greeting = (config: Known): string => {
  const lines = [`\nFestoon is at ${config.publicUrl}\n`, `${aboutPeople(config)}\n`];
  if (config.demo) {
    lines.push(`Demo accounts, all with the password ${password}`);
    for (const [as, name] of shown) lines.push(`  ${as.padEnd(14)} ${people[name].email}`);
    lines.push('In demo mode staff need no second factor.\n');
  }
  return [...lines, 'Stop with Ctrl-C.'].join('\n');
};

/** Where mail goes, and what an address proves here, where that is less than strangers expect. */
export const aboutPeople = (config: Known): string => {
  const open = config.autoconfirm && !isNear(config);
  return open ? `${aboutMail(config)}\n${unproved}` : aboutMail(config);
};

const unproved =
  'Addresses count as verified WITHOUT PROOF: set AUTH_AUTOCONFIRM=false where strangers sign up, or they do so with the addresses of others.';

/** Only this machine's people come here, or those of a demo. */
const isNear = ({ demo, publicUrl }: Known): boolean => isReadable({ smtpUrl: undefined, demo, publicUrl });

/** Where what Festoon sends can be read, or why nobody can. */
const aboutMail = (config: Known): string => {
  if (config.smtpUrl) return `Mail goes out as ${config.mailFrom}`;
  if (isReadable(config)) return `Mail stays here: ${config.publicUrl}/mailbox`;
  return 'Mail is kept and NOT SENT: set SMTP_URL and MAIL_FROM, or nobody can confirm an address or get a new password.';
};
