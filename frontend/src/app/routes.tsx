import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from './lazy-component.tsx';
import type { ShellName } from './shells.ts';

export type Route = { path: string; shell: ShellName; page: LazyComponent };

const route = (shell: ShellName, path: string, importPage: () => Promise<ComponentType>): Route => ({
  path,
  shell,
  page: lazyComponent(importPage),
});

const textPages = () => import('../pages/text-pages.tsx');

/** The table of pages: every path, what surrounds it and its page. */
export const routes: readonly Route[] = [
  route('plain', '/', async () => (await import('../pages/landing.tsx')).Landing),
  route('plain', '/terms', async () => (await textPages()).Terms),
  route('plain', '/privacy', async () => (await textPages()).Privacy),
  route('plain', '/cookies', async () => (await textPages()).Cookies),
  route('plain', '/about', async () => (await textPages()).About),
  route('plain', '/contact', async () => (await textPages()).Contact),
  route('plain', '/careers', async () => (await textPages()).Careers),
  route('plain', '/vendor-recommendations', async () => (await import('../pages/recommendations.tsx')).Recommendations),
  route('focused', '/signup', async () => (await import('../pages/sign-up.tsx')).SignUp),
  route('focused', '/login', async () => (await import('../pages/sign-in.tsx')).SignIn),
  route('focused', '/reset-password', async () => (await import('../pages/reset-password.tsx')).ResetPassword),
  route('public', '/creators', async () => (await import('../pages/creators.tsx')).Creators),
  route('public', '/creators/:id', async () => (await import('../pages/creator.tsx')).Creator),
  route('public', '/payment-success', async () => (await import('../pages/payment-success.tsx')).PaymentSuccess),
  route('signed-in', '/dashboard', async () => (await import('../pages/dashboard.tsx')).Dashboard),
  route('signed-in', '/onboarding', async () => (await import('../pages/onboarding.tsx')).Onboarding),
  route('signed-in', '/leads', async () => (await import('../pages/leads.tsx')).Leads),
  route('signed-in', '/leads/purchased', async () => (await import('../pages/purchased-leads.tsx')).PurchasedLeads),
  route('signed-in', '/leads/create', async () => (await import('../pages/post-lead.tsx')).PostLead),
  route('signed-in', '/bookings', async () => (await import('../pages/bookings.tsx')).Bookings),
  route('signed-in', '/bookings/create', async () => (await import('../pages/create-booking.tsx')).CreateBooking),
  route('signed-in', '/bookings/:id', async () => (await import('../pages/booking.tsx')).BookingDetail),
  route('signed-in', '/galleries', async () => (await import('../pages/galleries.tsx')).Galleries),
  route('signed-in', '/settings', async () => (await import('../pages/settings.tsx')).Settings),
  route('plain', '*', async () => (await import('../pages/not-found.tsx')).NotFound),
];
