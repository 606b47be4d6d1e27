import { expect } from '@jest/globals';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page, Request, Route } from 'playwright-core';
import { base32 } from '#identity/testing';
import { eventually } from '#platform/testing';
import { type Stored, storedSession } from './stored-session.ts';

export const password = 'Sunflower7';

/** Milliseconds: the timeout of everything that a test waits for, and of one attempt where an action is repeated. */
const timeout = 45_000;
const attemptTimeout = 3_000;
/** How much of a page the message of a failed test contains: characters of its text, and failed requests. */
const [maxShownText, maxShownRequests] = [1_500, 10];

/**
 * Expected on a slow machine: a preloaded font is used late, a read that is ahead of the read tables is refused once
 * and repeated, or a page is left before its socket is connected.
 */
const slowness =
  /was preloaded using link preload but not used|status of 503|closed before the connection is established/;

/** Runs in pages. Chromium does not report every violation of the content security policy in the console. */
const reportPolicyViolations = (): void =>
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`Content security policy: ${violatedDirective} forbids ${blockedURI}`),
  );

/** The requests of each page that failed, for the messages of failed tests. */
const failedRequests = new WeakMap<Page, string[]>();

const recordFailedRequests = (page: Page): void => {
  const failed: string[] = [];
  failedRequests.set(page, failed);
  const note = (request: Request, result: number | string) =>
    failed.push(`${request.method()} ${new URL(request.url()).pathname}: ${result}`);
  page.on('response', (response) => {
    if (response.status() >= 400) note(response.request(), response.status());
  });
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? 'failed'));
};

const recordErrors = (page: Page, pageErrors: string[]): void => {
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if ((message.type() === 'error' || message.type() === 'warning') && !slowness.test(message.text()))
      pageErrors.push(`${message.text()} (${message.location().url})`);
  });
};

/** One person with their own browser. `pageErrors` are the errors and warnings of all their pages. */
export type Visitor = { readonly page: Page; readonly context: BrowserContext; readonly pageErrors: string[] };

export type Device = Pick<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch'>;
const desktop: Device = { viewport: { width: 1280, height: 900 } };
export const phone: Device = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

export const visitor = async (
  browser: Browser,
  baseURL: string,
  stored?: Stored,
  device = desktop,
): Promise<Visitor> => {
  // Without animations, so that elements do not move while they are clicked. first-path.spec.ts turns them on.
  const withoutAnimations = { reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({
    baseURL,
    ...device,
    // The server's time zone, so that dates do not change after the first rendering.
    timezoneId: 'UTC',
    ...withoutAnimations,
    ...(stored && { storageState: stored }),
  });
  context.setDefaultTimeout(timeout);
  await context.addInitScript(reportPolicyViolations);
  const pageErrors: string[] = [];
  context.on('page', (page) => {
    recordErrors(page, pageErrors);
    recordFailedRequests(page);
  });
  return { context, pageErrors, page: await context.newPage() };
};

/**
 * Answers matching requests with `answer` until the returned function is called, after which they reach the server. The
 * route stays installed: a request that the page sends while Playwright removes a route can stay without a response.
 */
export const intercept = async (
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<() => void> => {
  let ended = false;
  await page.route(url, async (route) => {
    await (ended ? route.fallback() : answer(route));
  });
  return () => {
    ended = true;
  };
};

/** Delays matching requests until the returned function is called. */
export const hold = async (page: Page, url: string | RegExp): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
};

/** Whether a page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

/**
 * Shows another page of the app without loading the document again, which takes much longer. Loads it only in a tab
 * that is still empty.
 */
export const showPage = async (page: Page, path: string): Promise<void> => {
  if (page.url() === 'about:blank') await page.goto(path);
  else
    await page.evaluate((to) => {
      // With the router's number of the entry, by which unsaved changes are found when the user goes back.
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
};

/** Opens the sign-in page and submits it. The caller waits for the result. */
export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto('/login');
  await submitSignIn(page, email);
};

/** Submits the sign-in page that is open. The caller waits for the result. */
export const submitSignIn = async (page: Page, email: string, word = password): Promise<void> => {
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

/** Opens the header's account menu: Settings, Sign Out. */
export const openAccountMenu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
};

/** Opens the account menu. Returns its entry Sign Out. */
export const signOutItem = async (page: Page): Promise<Locator> => {
  await openAccountMenu(page);
  return page.getByRole('menuitem', { name: 'Sign Out' });
};

/**
 * Signs out with the account menu, and waits for the sign-in page. Tries again when a click had no effect, after
 * printing what the page showed instead.
 */
export const signOut = async (page: Page): Promise<void> => {
  await eventually(async () => {
    await (await signOutItem(page)).click();
    try {
      await page.waitForURL('**/login', { timeout: attemptTimeout * 3 });
    } catch {
      console.warn(`Still signed in at ${page.url()}. The page shows: ${await page.locator('body').innerText()}`);
      await page.keyboard.press('Escape');
      return false;
    }
    return true;
  }, 'the user is signed out');
  await page.getByRole('heading', { name: 'Sign In', exact: true }).waitFor();
};

/** Signs in over HTTP, which takes less time than the sign-in page. Opens the page at `path`, if one is given. */
export const signedIn = async (browser: Browser, baseURL: string, email: string, path?: string): Promise<Visitor> => {
  const credentials = { email, password };
  // Unlike fetch, this sends the browser's User-Agent header, which the list of sessions shows.
  const context = await browser.newContext({ baseURL });
  const response = await context.request.post('/auth/v1/token?grant_type=password', { data: credentials });
  const session = await response.text();
  await context.close();
  if (!response.ok()) throw new Error(`The sign-in returned ${response.status()}: ${session}`);
  const newVisitor = await visitor(browser, baseURL, storedSession(baseURL, session));
  if (path !== undefined) await newVisitor.page.goto(path);
  return newVisitor;
};

/** An account, and the response to its sign-up: a session. */
type Account = { readonly email: string; readonly session: string };

/** Signs up a client named `first` Park over HTTP. */
const newAccount = async (baseURL: string, first: string): Promise<Account> => {
  const email = `${first.toLowerCase()}@example.com`;
  const data = { first_name: first, last_name: 'Park', role: 'client', phone: '+1 512 555 0101' };
  const response = await fetch(`${baseURL}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, data }),
  });
  const session = await response.text();
  if (!response.ok) throw new Error(`The sign-up returned ${response.status}: ${session}`);
  return { email, session };
};

/** Signs up a client named `first` Park over HTTP, who uses no browser. Returns the email address and a token. */
export const account = async (
  baseURL: string,
  first: string,
): Promise<{ readonly email: string; readonly token: string }> => {
  const { email, session } = await newAccount(baseURL, first);
  return { email, token: JSON.parse(session).access_token };
};

/** Signs up a client named `first` Park over HTTP, who has opened no page yet. */
export const newcomer = async (
  browser: Browser,
  baseURL: string,
  first: string,
): Promise<Visitor & { email: string }> => {
  const { email, session } = await newAccount(baseURL, first);
  return { ...(await visitor(browser, baseURL, storedSession(baseURL, session))), email };
};

/** The mails in the mailbox with this subject to `email`, newest first: the paths of their pages. */
const mailsTo = (mailbox: string, subject: string, email: string): readonly string[] =>
  [...mailbox.matchAll(/<a href="([^"]+)"><b>(.*?)<\/b>.*?<span class="muted">(.*?)<\/span>/g)].flatMap(
    ([, path = '', ...shown]) => (shown.map(unescapeHtml).join() === [subject, email].join() ? path : []),
  );

const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => characters[entity] ?? entity);
const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of the newest mail with this subject to `email`, once there are `count`. */
export const mailTo = async ({ request }: Page, subject: string, email: string, count = 1): Promise<string> => {
  const read = async (path: string): Promise<string> => (await request.get(path)).text();
  const [newest = ''] = await eventually(async () => {
    const paths = mailsTo(await read('/mailbox'), subject, email);
    return paths.length >= count && paths;
  }, `${count} × “${subject}” to ${email}`);
  const [, text = ''] = /<pre>(.*?)<\/pre>/s.exec(await read(newest)) ?? [];
  return unescapeHtml(text);
};

/** The link in the newest mail with this subject to `email`. */
export const linkInMail = async (page: Page, subject: string, email: string, count = 1): Promise<string> => {
  const text = await mailTo(page, subject, email, count);
  const [link] = /^http\S+\/auth\/v1\/link\?\S+$/m.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in “${subject}”:\n${text}`);
  return link;
};

/** The code in the newest mail with this subject to `email`: six digits. */
export const codeIn = async (page: Page, subject: string, email: string): Promise<string> => {
  const text = await mailTo(page, subject, email);
  const [, code] = /^ *(\d{6})$/m.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in “${subject}”:\n${text}`);
  return code;
};

const securitySettings = '/settings?tab=security';
const factorsCard = async (page: Page): Promise<Locator> => {
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.waitFor();
  return card;
};

/** Opens the security settings. Returns the card of the second factors. */
export const openSecurity = async (page: Page): Promise<Locator> => {
  await page.goto(securitySettings);
  return factorsCard(page);
};

/** Shows the security settings in the app that is open. Returns the card of the second factors. */
export const showSecurity = async (page: Page): Promise<Locator> => {
  await showPage(page, securitySettings);
  return factorsCard(page);
};

/** The secret that is shown as text for an authenticator app. */
export const secretIn = (shown: string): Buffer => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const text = shown.replaceAll(' ', '');
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  if (base32(secret) !== text) throw new Error(`${text} is not base32`);
  return secret;
};

/** Waits until React runs a page that the server has rendered: its elements and their event handlers are ready. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('content') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  // Effects run once the browser has nothing more urgent to do.
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 })));
};

/** Waits until the text is on the page. If it does not appear, the error says what the page shows instead. */
export const waitForText = async (place: Page | Locator, text: string | RegExp): Promise<void> => {
  try {
    await place.getByText(text).first().waitFor();
  } catch (error) {
    const page = 'page' in place ? place.page() : place;
    const shown = await page.evaluate(() => document.body.innerText).catch(String);
    const failed = failedRequests.get(page)?.slice(-maxShownRequests) ?? [];
    throw new Error(
      `${error}\n${page.url()} shows:\n${shown.slice(0, maxShownText)}\nFailed requests: ${failed.join(', ')}`,
    );
  }
};

/**
 * Waits until the page shows a message. A message disappears after four seconds, so the page looks for it itself after
 * each change, not from time to time. Call it before the message can be shown. `page` must not load another document.
 */
export const waitForMessage = (page: Page, text: string): Promise<void> =>
  page.evaluate(
    ([wanted, milliseconds]) =>
      new Promise<void>((resolve, reject) => {
        const observer = new MutationObserver(() => {
          if (document.body.innerText.includes(wanted)) end(resolve);
        });
        const timer = setTimeout(
          () => end(() => reject(new Error(`“${wanted}” was not shown, but:\n${document.body.innerText}`))),
          milliseconds,
        );
        const end = (settle: () => void) => {
          observer.disconnect();
          clearTimeout(timer);
          settle();
        };
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    [text, timeout] as const,
  );

/**
 * Chooses an option of a Select. Tries again if a click missed the list while it moved. `search` filters a long list.
 */
export const choose = async (page: Page, label: string, option: string, search?: string): Promise<void> => {
  const field = page.getByLabel(label, { exact: true });
  const list = page.locator('.ant-select-dropdown:visible');
  const chosenOption = page.locator('.ant-select', { has: field }).getByText(option, { exact: true });
  const chooseOnce = async (): Promise<void> => {
    if (!(await list.isVisible())) await field.click({ timeout: attemptTimeout });
    if (search !== undefined) await field.fill(search, { timeout: attemptTimeout });
    await list.getByTitle(option, { exact: true }).click({ timeout: attemptTimeout });
    await chosenOption.waitFor({ timeout: attemptTimeout });
  };
  await eventually(async () => {
    await chooseOnce().catch(() => undefined);
    return chosenOption.isVisible();
  }, `${option} is chosen as ${label}`);
  await list.waitFor({ state: 'hidden' });
};

/** Opens a history by its button, waits for these lines of it, and downloads its receipt. Returns the file's name. */
export const downloadReceipt = async (page: Page, title: string, ...lines: readonly RegExp[]): Promise<string> => {
  await page.getByRole('button', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: title });
  for (const line of lines) await waitForText(dialog, line);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download signed receipt' }).click();
  const name = (await downloading).suggestedFilename();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  return name;
};

type Name = { readonly first: string; readonly last: string; readonly email: string };

/** Opens the sign-up page and signs up. `card` is the role's label there. */
export const signUp = async (page: Page, card: string, name: Name): Promise<void> => {
  await page.goto('/signup');
  await submitSignUp(page, card, name);
};

/** Signs up on the sign-up page that is open. */
export const submitSignUp = async (page: Page, card: string, { first, last, email }: Name): Promise<void> => {
  await page.getByRole('button', { name: card }).click();
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Phone').fill('+1 512 555 0101');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByText('Account created successfully! Welcome to Festoon.').waitFor();
};

/** Completes the four steps of the onboarding, with one package of 3,600 dollars. */
export const setUpProfile = async (page: Page, service = 'Photographer'): Promise<void> => {
  const pressContinue = () => page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Step 1 of 4').waitFor();
  await choose(page, 'Primary service', service);
  await page.getByLabel('Weddings').check();
  await page.getByLabel('Years of experience').fill('10');
  await page.getByLabel('About you').fill('I photograph people who forget that I am there.');
  await pressContinue();
  await page.getByText('Step 2 of 4').waitFor();
  await pressContinue();
  await page.getByText('Step 3 of 4').waitFor();
  await page.getByLabel('City').fill('Austin');
  await choose(page, 'State', 'TX', 'Tex');
  await pressContinue();
  await page.getByText('Step 4 of 4').waitFor();
  await page.getByLabel('Name').fill('Full day');
  await page.getByLabel('Price').fill('3600');
  await page.getByLabel('Duration in hours').fill('8');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await page.getByText('Profile completed!').waitFor();
};

/** Fills the form of a new lead: a wedding in Austin, for 2,000 to 4,500 dollars. */
export const fillLead = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Post a Lead' }).waitFor();
  await choose(page, 'Event type', 'Wedding');
  await page.getByLabel('Event date').fill('2999-06-20');
  await page.getByLabel('Event name').fill('Garden wedding');
  await page
    .getByLabel('Description')
    .fill('A garden wedding with dancing until late, and someone calm to photograph it.');
  await page.getByLabel('City').fill('Austin');
  await choose(page, 'State', 'TX', 'Tex');
  await page.getByLabel('Minimum budget').fill('2000');
  await page.getByLabel('Maximum budget').fill('4500');
};

/**
 * Presses a button that opens the checkout, pays there, and waits for the success message of the page it returns to.
 */
export const payBy = async ({ context, page }: Visitor, button: string, amount: string): Promise<void> => {
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: button, exact: true }).click();
  const checkout = await opening;
  await waitForText(page, 'Complete your payment in the new tab');
  await checkout.getByRole('button', { name: `Pay ${amount}`, exact: true }).click();
  await waitForText(checkout, 'Payment completed successfully!');
  expect(new URL(checkout.url()).search).toBe('');
  await checkout.close();
};
