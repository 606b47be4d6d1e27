import { watchVisibility } from '../../platform/element-visibility.ts';
import { api } from '../../platform/http.ts';
import { leadEndpoints } from './endpoints.ts';

/** How long a lead must be visible to count as viewed, and how long views are collected, in milliseconds. */
const [glance, collection] = [1_000, 3_000];
const maxReport = 100;

/** Leads that were reported since the page was loaded. The server counts each once a day anyway. */
const reported = new Set<string>();
let waiting: string[] = [];

const report = (leadId: string): void => {
  if (reported.has(leadId)) return;
  reported.add(leadId);
  waiting.push(leadId);
  if (waiting.length === 1) setTimeout(send, collection);
};

const send = (): void => {
  const leadIds = waiting.slice(0, maxReport);
  waiting = waiting.slice(maxReport);
  if (waiting.length > 0) setTimeout(send, collection);
  // A view that cannot be counted is not worth interrupting the user.
  void api.post(leadEndpoints.views, { leadIds }).catch(() => undefined);
};

/** Reports a lead as viewed after its card was visible for a moment, unless `signal` is aborted first. */
export const watchLead = (leadId: string, card: Element, signal: AbortSignal): void => {
  if (signal.aborted || reported.has(leadId)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = watchVisibility(
    card,
    (isVisible) => {
      clearTimeout(timer);
      if (isVisible) timer = setTimeout(() => report(leadId), glance);
    },
    { threshold: 0.5 },
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    end();
  });
};
