import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { bookingEndpoints } from '../features/bookings/endpoints.ts';
import { creatorEndpoints, creatorIdIn } from '../features/catalog/endpoints.ts';
import { dashboardEndpoint } from '../features/dashboard/endpoints.ts';
import { galleryEndpoints } from '../features/galleries/endpoints.ts';
import { leadEndpoints } from '../features/leads/endpoints.ts';
import { threadEndpoints } from '../features/messages/endpoints.ts';
import { notificationEndpoints } from '../features/notifications/endpoints.ts';
import { type LazyComponent, lazyComponent } from './lazy-component.tsx';

/**
 * What surrounds a page. `plain`: header and footer. `public`: the header for this visitor, and the footer. Neither
 * loads the component library. `focused`: the logo alone, for pages with one task. `signed-in`: the session guard, the
 * header, live updates.
 */
export type ShellName = 'plain' | 'public' | 'focused' | 'signed-in';

type RouteOptions = {
  /** What stays in place around the pages of an area while the user moves between them. */
  layout?: LazyComponent;
  /** The file of a signed-in page in `pages/`: its document links the chunks of this file. */
  file?: string;
  /** The heading that is shown until the page is loaded. */
  title?: string;
  width?: 'narrow';
  /** What the page reads first: requested while its code is loading. `:id` is in `params`. */
  data?: (params: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** What visitors without an account see at the address of a signed-in page, instead of the sign-in page. */
  forVisitors?: LazyComponent;
};

export type Route = RouteOptions & { path: string; shell: ShellName; page: LazyComponent };

const route = (
  shell: ShellName,
  path: string,
  importPage: () => Promise<ComponentType>,
  options: RouteOptions = {},
): Route => ({ path, shell, page: lazyComponent(importPage), ...options });

const staffPages = () => import('../pages/staff.tsx');
type StaffPages = Awaited<ReturnType<typeof staffPages>>;
const staffLayout = lazyComponent(async () => (await staffPages()).StaffLayout);

const staffRoute = (path: `/staff${string}`, title: string, page: (pages: StaffPages) => ComponentType): Route =>
  route('signed-in', path, async () => page(await staffPages()), { file: 'staff.tsx', title, layout: staffLayout });

const textPages = () => import('../pages/text-pages.tsx');

/** The table of pages: every path, what surrounds it and its page. */
export const routes: readonly Route[] = [
  route('plain', '/', async () => (await import('../pages/landing.tsx')).Landing),
  route('plain', '/terms', async () => (await textPages()).Terms),
  route('plain', '/privacy', async () => (await textPages()).Privacy),
  route('plain', '/cookies', async () => (await textPages()).Cookies),
  route('plain', '/about', async () => (await textPages()).About),
  route('public', '/contact', async () => (await import('../pages/contact.tsx')).Contact),
  route('plain', '/careers', async () => (await textPages()).Careers),
  route(
    'public',
    '/vendor-recommendations',
    async () => (await import('../pages/recommendations.tsx')).Recommendations,
  ),
  route('focused', '/signup', async () => (await import('../pages/sign-up.tsx')).SignUp),
  route('focused', '/login', async () => (await import('../pages/sign-in.tsx')).SignIn),
  route('focused', '/reset-password', async () => (await import('../pages/reset-password.tsx')).ResetPassword),
  route('public', '/creators', async () => (await import('../pages/creators.tsx')).Creators),
  route('public', '/creators/:id', async () => (await import('../pages/creator.tsx')).Creator, {
    data: ({ id = '' }) => [creatorEndpoints.detail(creatorIdIn(id))],
  }),
  route('public', '/payment-success', async () => (await import('../pages/payment-success.tsx')).PaymentSuccess),
  route(
    'focused',
    '/shared-galleries/:token',
    async () => (await import('../pages/shared-gallery.tsx')).SharedGalleryPage,
    {
      data: ({ token = '' }) => [galleryEndpoints.shared(token)],
    },
  ),
  route('focused', '/unsubscribe/:token', async () => (await import('../pages/unsubscribe.tsx')).UnsubscribePage),
  route('signed-in', '/dashboard', async () => (await import('../pages/dashboard.tsx')).Dashboard, {
    file: 'dashboard.tsx',
    title: 'Dashboard',
    data: () => [dashboardEndpoint],
  }),
  route('signed-in', '/onboarding', async () => (await import('../pages/onboarding.tsx')).Onboarding, {
    file: 'onboarding.tsx',
    title: 'Set up your profile',
    width: 'narrow',
  }),
  route('signed-in', '/leads', async () => (await import('../pages/leads.tsx')).Leads, {
    file: 'leads.tsx',
    title: 'Browse Leads',
    data: () => [leadEndpoints.all],
    forVisitors: lazyComponent(async () => (await import('../pages/public-leads.tsx')).PublicLeads),
  }),
  route('signed-in', '/leads/purchased', async () => (await import('../pages/purchased-leads.tsx')).PurchasedLeads, {
    file: 'purchased-leads.tsx',
    title: 'My Purchased Leads',
    data: () => [leadEndpoints.purchased],
  }),
  route('signed-in', '/leads/mine', async () => (await import('../pages/own-leads.tsx')).OwnLeads, {
    file: 'own-leads.tsx',
    title: 'Your Posted Leads',
    data: () => [leadEndpoints.own],
  }),
  route('signed-in', '/leads/create', async () => (await import('../pages/post-lead.tsx')).PostLead, {
    file: 'post-lead.tsx',
    title: 'Post a Lead',
    width: 'narrow',
  }),
  route('signed-in', '/leads/:id/edit', async () => (await import('../pages/edit-lead.tsx')).EditLead, {
    file: 'edit-lead.tsx',
    title: 'Edit Your Lead',
    width: 'narrow',
    data: ({ id = '' }) => [leadEndpoints.detail(id)],
  }),
  route('signed-in', '/bookings', async () => (await import('../pages/bookings.tsx')).Bookings, {
    file: 'bookings.tsx',
    title: 'My Bookings',
    data: () => [bookingEndpoints.all],
  }),
  route('signed-in', '/bookings/create', async () => (await import('../pages/create-booking.tsx')).CreateBooking, {
    file: 'create-booking.tsx',
    title: 'Create Booking',
    width: 'narrow',
  }),
  route('signed-in', '/bookings/:id', async () => (await import('../pages/booking.tsx')).BookingDetail, {
    file: 'booking.tsx',
    title: 'Booking',
    data: ({ id = '' }) => [bookingEndpoints.detail(id), bookingEndpoints.history(id), galleryEndpoints.ofBooking(id)],
  }),
  staffRoute('/staff', 'Back Office', ({ StaffOverview }) => StaffOverview),
  staffRoute('/staff/reports', 'Reports', ({ StaffReports }) => StaffReports),
  staffRoute('/staff/log', 'Log', ({ StaffLog }) => StaffLog),
  staffRoute('/staff/projections', 'Projections', ({ StaffProjections }) => StaffProjections),
  staffRoute('/staff/integrity', 'Integrity', ({ StaffIntegrity }) => StaffIntegrity),
  staffRoute('/staff/jobs', 'Jobs', ({ StaffJobs }) => StaffJobs),
  staffRoute('/staff/payouts', 'Payouts', ({ StaffPayouts }) => StaffPayouts),
  staffRoute('/staff/people', 'People', ({ StaffPeople }) => StaffPeople),
  staffRoute('/staff/people/:id', 'Person', ({ StaffPerson }) => StaffPerson),
  staffRoute('/staff/bookings', 'All Bookings', ({ StaffBookings }) => StaffBookings),
  staffRoute('/staff/bookings/:id', 'Booking Timeline', ({ StaffBooking }) => StaffBooking),
  staffRoute(
    '/staff/bookings/:id/evidence',
    'Evidence of a Booking',
    ({ StaffBookingEvidence }) => StaffBookingEvidence,
  ),
  staffRoute('/staff/assistant', 'Conversations with the Assistant', ({ StaffAssistant }) => StaffAssistant),
  staffRoute(
    '/staff/assistant/:id',
    'Conversation with the Assistant',
    ({ StaffAssistantConversation }) => StaffAssistantConversation,
  ),
  staffRoute('/staff/leads', 'All Leads', ({ StaffLeads }) => StaffLeads),
  staffRoute('/staff/leads/:id', 'Lead Timeline', ({ StaffLead }) => StaffLead),
  route('signed-in', '/galleries', async () => (await import('../pages/galleries.tsx')).Galleries, {
    file: 'galleries.tsx',
    title: 'Galleries',
    data: () => [galleryEndpoints.all],
  }),
  route('signed-in', '/galleries/create', async () => (await import('../pages/create-gallery.tsx')).CreateGallery, {
    file: 'create-gallery.tsx',
    title: 'Create Gallery',
    width: 'narrow',
    data: () => [galleryEndpoints.bookings],
  }),
  route('signed-in', '/galleries/:id/upload', async () => (await import('../pages/upload-gallery.tsx')).UploadGallery, {
    file: 'upload-gallery.tsx',
    title: 'Upload Gallery',
    data: ({ id = '' }) => [galleryEndpoints.detail(id)],
  }),
  route('signed-in', '/galleries/:id', async () => (await import('../pages/gallery.tsx')).GalleryViewer, {
    file: 'gallery.tsx',
    title: 'Gallery',
    data: ({ id = '' }) => [galleryEndpoints.detail(id), galleryEndpoints.items(id)],
  }),
  route('signed-in', '/messages', async () => (await import('../pages/messages.tsx')).Messages, {
    file: 'messages.tsx',
    title: 'Messages',
    data: () => [threadEndpoints.all],
  }),
  route('signed-in', '/messages/:id', async () => (await import('../pages/conversation.tsx')).ConversationPage, {
    file: 'conversation.tsx',
    title: 'Messages',
    data: ({ id = '' }) => [threadEndpoints.all, threadEndpoints.detail(id), threadEndpoints.messages(id)],
  }),
  route('signed-in', '/notifications', async () => (await import('../pages/notifications.tsx')).Notifications, {
    file: 'notifications.tsx',
    title: 'Notifications',
    width: 'narrow',
    data: () => [notificationEndpoints.all],
  }),
  route('signed-in', '/settings', async () => (await import('../pages/settings.tsx')).Settings, {
    file: 'settings.tsx',
    title: 'Settings',
    width: 'narrow',
  }),
  route('signed-in', '/seed-database', async () => (await import('../pages/seed-database.tsx')).SeedDatabase, {
    file: 'seed-database.tsx',
    title: 'Database Management',
    width: 'narrow',
  }),
  route('plain', '*', async () => (await import('../pages/not-found.tsx')).NotFound),
];

/** The first entry of the table that matches a path. */
export const routeOf = (path: string): Route | undefined => routes.find((entry) => matchPath(entry.path, path));
