import { escapeHtml } from '#kernel/contract';
import { plainPage } from '#platform/http';

type PageTexts = { readonly title: string; readonly text: string; readonly label: string };
const fallback: PageTexts = { title: 'Continue', text: 'Press the button to continue to Festoon.', label: 'Continue' };
const texts: Readonly<Record<string, PageTexts>> = {
  signup: { title: 'Confirm your address', text: 'Press the button to confirm your email address.', label: 'Confirm' },
  recovery: {
    title: 'Set a new password',
    text: 'Continue to Festoon to choose a new password.',
    label: 'Continue',
  },
  magiclink: { title: 'Sign in', text: 'Press the button to sign in to Festoon on this device.', label: 'Sign in' },
  email_change: {
    title: 'Change email address',
    text: 'Press the button to confirm the change of your email address.',
    label: 'Confirm',
  },
};

/**
 * The page that a mail's link opens, with a button that follows the link. The token is checked only when the button is
 * pressed.
 */
export const linkPage = ({ token, type, redirect_to }: Readonly<Record<string, unknown>>): string => {
  const knownTexts = Object.hasOwn(texts, String(type)) ? texts[String(type)] : undefined;
  const { title, text, label } = knownTexts ?? fallback;
  const query = new URLSearchParams({
    token: textOrEmpty(token),
    type: textOrEmpty(type),
    redirect_to: textOrEmpty(redirect_to),
  });
  return plainPage({
    title,
    content: `<section class="card">
        <h1>${escapeHtml(title)}</h1>
        <p>${escapeHtml(text)}</p>
        <p><a class="button" href="/auth/v1/verify?${escapeHtml(query.toString())}" rel="nofollow">${escapeHtml(label)}</a></p>
        <p class="muted small">If you did not request this, close this page.</p>
      </section>`,
  });
};

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
