import { type ComponentType, lazy } from 'react';

/** A page that is fetched when it is needed, and drawn at once when it was fetched before. */
export type LazyPage = { Show: ComponentType; fetch: () => Promise<void> };

const page = (load: () => Promise<ComponentType>): LazyPage => {
  let Loaded: ComponentType | undefined;
  const fetch = async () => {
    Loaded = await load();
  };
  const Later = lazy(async () => {
    await fetch();
    return { default: () => (Loaded ? <Loaded /> : null) };
  });
  return { fetch, Show: () => (Loaded ? <Loaded /> : <Later />) };
};

/**
 * `path`, the page, and who may enter. `bare` pages stand alone: they bring their own header and load no component library.
 */
export type Route = { path: string; page: LazyPage; enter: 'public' | 'signed-in'; bare?: true };

const open = (path: string, load: () => Promise<ComponentType>): Route => ({ path, page: page(load), enter: 'public' });
const bare = (path: string, load: () => Promise<ComponentType>): Route => ({ ...open(path, load), bare: true });
const own = (path: string, load: () => Promise<ComponentType>): Route => ({
  path,
  page: page(load),
  enter: 'signed-in',
});

const texts = () => import('./pages/texts.tsx');

/** Every path of the product. */
export const routes: readonly Route[] = [
  bare('/', async () => (await import('./pages/landing.tsx')).Landing),
  bare('/terms', async () => (await texts()).Terms),
  bare('/privacy', async () => (await texts()).Privacy),
  bare('/cookies', async () => (await texts()).Cookies),
  bare('/about', async () => (await texts()).About),
  bare('/contact', async () => (await texts()).Contact),
  bare('/careers', async () => (await texts()).Careers),
  bare('/vendor-recommendations', async () => (await import('./pages/recommendations.tsx')).Recommendations),
  open('/signup', async () => (await import('./pages/sign-up.tsx')).SignUp),
  open('/login', async () => (await import('./pages/sign-in.tsx')).SignIn),
  open('/reset-password', async () => (await import('./pages/reset-password.tsx')).ResetPassword),
  open('/creators', async () => (await import('./pages/creators.tsx')).Creators),
  open('/creators/:id', async () => (await import('./pages/creator.tsx')).Creator),
  open('/payment-success', async () => (await import('./pages/payment-success.tsx')).PaymentSuccess),
  own('/dashboard', async () => (await import('./pages/dashboard.tsx')).Dashboard),
  own('/onboarding', async () => (await import('./pages/onboarding.tsx')).Onboarding),
  own('/leads', async () => (await import('./pages/leads.tsx')).Leads),
  own('/leads/purchased', async () => (await import('./pages/purchased-leads.tsx')).PurchasedLeads),
  own('/leads/create', async () => (await import('./pages/post-lead.tsx')).PostLead),
  own('/bookings', async () => (await import('./pages/bookings.tsx')).Bookings),
  own('/bookings/create', async () => (await import('./pages/create-booking.tsx')).CreateBooking),
  own('/bookings/:id', async () => (await import('./pages/booking.tsx')).BookingDetail),
  own('/galleries', async () => (await import('./pages/galleries.tsx')).Galleries),
  own('/settings', async () => (await import('./pages/settings.tsx')).Settings),
  bare('*', async () => (await import('./pages/not-found.tsx')).NotFound),
];

/** Around pages with components: theme, messages, queries. */
export const frame = page(async () => (await import('./pages/frame.tsx')).Frame);
/** Around public pages: the header that fits who is looking. */
export const publicShell = page(async () => (await import('./pages/public-shell.tsx')).PublicShell);
/** Around signed-in pages: the guard, the header, the socket. */
export const signedInShell = page(async () => (await import('./pages/signed-in-shell.tsx')).SignedInShell);
