import { escaped, plainPage } from '#platform/http';

type Words = { readonly title: string; readonly text: string; readonly label: string };
const fallback: Words = { title: 'Go on', text: 'Press the button to go on to Festoon.', label: 'Go on' };
const words: Readonly<Record<string, Words>> = {
  signup: { title: 'Confirm your address', text: 'One press, and your email address is confirmed.', label: 'Confirm' },
  recovery: {
    title: 'Set a new password',
    text: 'Go on to Festoon and choose a new password.',
    label: 'Go on',
  },
  magiclink: { title: 'Sign in', text: 'One press signs you in to Festoon on this device.', label: 'Sign in' },
  email_change: {
    title: 'Change of address',
    text: 'One press, and you agree that your account’s email address changes.',
    label: 'Confirm',
  },
};

/**
 * The page that a mail's link opens, with a button that follows the link. The token is checked only when the button is
 * pressed.
 */
export const linkPage = ({ token, type, redirect_to }: Readonly<Record<string, unknown>>): string => {
  const known = Object.hasOwn(words, String(type)) ? words[String(type)] : undefined;
  const { title, text, label } = known ?? fallback;
  const query = new URLSearchParams({
    token: textOrEmpty(token),
    type: textOrEmpty(type),
    redirect_to: textOrEmpty(redirect_to),
  });
  return plainPage({
    title,
    content: `<section class="card">
        <h1>${escaped(title)}</h1>
        <p>${escaped(text)}</p>
        <p><a class="button" href="/auth/v1/verify?${escaped(query.toString())}" rel="nofollow">${escaped(label)}</a></p>
        <p class="muted small">If you did not ask for this, close this page.</p>
      </section>`,
  });
};

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
