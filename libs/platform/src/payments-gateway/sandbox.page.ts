import { escapeHtml } from '#kernel/contract';
import { plainPage } from '#platform/http';
import type { SandboxCheckout } from './sandbox-checkouts.ts';

type Outcome = { readonly title: string; readonly tone: string; readonly text: string };

const outcomes: Readonly<Record<Exclude<SandboxCheckout['status'], 'open'>, Outcome>> = {
  paid: { title: 'Paid', tone: 'pine', text: 'This payment is complete. There is nothing left to do here.' },
  declined: {
    title: 'Card declined',
    tone: 'rose',
    text: 'The sandbox declined this payment. Go back to try again with a new checkout.',
  },
  cancelled: { title: 'Canceled', tone: 'amber', text: 'This checkout was canceled. Nothing was charged.' },
  expired: { title: 'Expired', tone: 'amber', text: 'This checkout has expired. Go back to start a new one.' },
};

/** The checkout page: what is paid for and the buttons, or the outcome. */
export const sandboxPage = (checkout: SandboxCheckout, successUrl: string): string => {
  const { description, amount, currency, status, cancelUrl } = checkout;
  const returnUrl = status === 'paid' ? successUrl : cancelUrl;
  return page(
    `${money(amount, currency)} · Sandbox checkout`,
    `<p class="eyebrow">Pay Festoon</p>
      <h1 class="money">${money(amount, currency)}</h1>
      <dl>
        <div><dt>For</dt><dd>${escapeHtml(description)}</dd></div>
      </dl>
      ${status === 'open' ? formHtml(checkout) : outcomeHtml(outcomes[status], returnUrl)}`,
  );
};

const outcomeHtml = ({ title, tone, text }: Outcome, back: string): string =>
  `<p class="tag ${tone}" role="status">${title}</p>
      <p class="muted">${text}</p>
      <p><a class="button primary" href="${escapeHtml(back)}">Back to Festoon</a></p>`;

const formHtml = ({ id, amount, currency, minutesLeft }: SandboxCheckout): string => {
  const press = (action: string, label: string, tone = '') =>
    `<button class="button ${tone}" formaction="/sandbox/checkout/${id}/${action}">${label}</button>`;
  return `<form method="post" action="/sandbox/checkout/${id}/pay">
        <div class="actions">
          ${press('pay', `Pay ${money(amount, currency)}`, 'primary')}
          ${press('decline', 'Decline')}
          ${press('cancel', 'Cancel', 'quiet')}
        </div>
        <details>
          <summary>For testers</summary>
          <p class="muted">Each of these pays, with a fault that real providers sometimes have.</p>
          <div class="actions">
            ${press('pay-twice', 'Pay twice')}
            ${press('pay-late', 'Report late')}
            ${press('pay-out-of-order', 'Report out of order')}
          </div>
          <ul class="muted">
            <li><b>Pay twice</b> charges the card twice; one charge is refunded automatically.</li>
            <li><b>Report late</b> notifies Festoon after 20 seconds.</li>
            <li><b>Report out of order</b> reports that the checkout expired, then that it was paid, then again that it expired.</li>
          </ul>
        </details>
      </form>
      <p class="muted small">This page is valid for ${minutesLeft} more ${minutesLeft === 1 ? 'minute' : 'minutes'}.</p>`;
};

const page = (title: string, content: string): string =>
  plainPage({
    title,
    content: `<section class="card">${content}</section>`,
    notice: 'Sandbox: no card is needed and no money moves.',
    style: '/sandbox/style.css',
  });

const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);

export const unknownPage = page(
  'Unknown checkout',
  `<h1>Checkout not found</h1>
      <p class="muted">There is no checkout at this address. Go back to the previous page and start again.</p>
      <p><a class="button primary" href="/">Back to Festoon</a></p>`,
);
