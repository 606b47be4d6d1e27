import type { Page } from 'playwright-core';

/** What a page shows: texts, placeholders and labels, and links with the paths they lead to. `{id}` matches any id. */
export type Shown = { readonly texts?: readonly string[]; readonly links?: readonly (readonly [string, string])[] };

/** The texts and links of pages that the specification names, each where the fixtures have them. */
export const shown = {
  landing: {
    texts: [
      'Where events shine brighter',
      'Search photographers, videographers, vendors...',
      'Switch between light and dark',
      '10K+',
      'Active Creators',
      '50K+',
      'Events Completed',
      '60+',
      'Vendor Categories',
      '25K+',
      'Client Reviews',
      'Featured Creators',
      'Photographer · Austin, TX',
      'from $999.95',
      'View Profile',
      '$0 /month',
      'Leads at $25 each',
      '$49 /month',
      '10 lead credits per month',
      'AI lead matching',
      'Priority support',
      'Featured listing',
      '$199 /month',
      'Unlimited credits',
      'Team tools',
      'Dedicated account manager',
      'Custom branding',
    ],
    links: [
      ['Browse Leads', '/leads'],
      ['Find Vendors', '/leads'],
      ['How It Works', '/signup'],
      ['Sign In', '/login'],
      ['Get Started', '/signup'],
      ['Tell Us What You Need', '/vendor-recommendations'],
      ['Photographers', '/creators?service=photographer'],
      ['Videographers', '/creators?service=videographer'],
      ['Event Planners', '/creators?q=planner'],
      ['Entertainment', '/creators?service=dj'],
      ['View All', '/leads'],
      ['Mara Quinn', '/creators/mara-quinn-{id}'],
      ['Get Started with Free', '/signup'],
      ['Get Started with Pro', '/signup'],
      ['Contact Us about Enterprise', '/contact'],
      ['Get Started Free', '/signup'],
      ['Learn More', '/leads'],
      ['Find Vendors', '/vendor-recommendations'],
      ['Sign Up', '/signup'],
      ['Dashboard', '/dashboard'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Careers', '/careers'],
      ['Terms', '/terms'],
      ['Privacy', '/privacy'],
      ['Cookie policy', '/cookies'],
    ],
  },
  signUp: {
    texts: [
      'Offer Services',
      'photographers, videographers and event professionals',
      'Plan an Event',
      'Vendor Services',
    ],
    links: [['Sign In', '/login']],
  },
  signIn: {
    links: [
      ['Forgot password?', '/reset-password'],
      ['Create an account', '/signup'],
    ],
  },
  resetPassword: { links: [['Back to Sign In', '/login']] },
  creator: {
    texts: [
      'Mara Quinn',
      'Photographer',
      'I photograph people who forget that I am there.',
      'Austin, TX',
      '10 years of experience',
      'Specialties',
      'Weddings',
      'Portfolio',
      'Packages & Pricing',
      'No reviews yet',
      'Back',
    ],
    links: [
      ['Book Now', '/bookings/create?creator={id}'],
      ['Website', 'https://example.com/'],
      ['@maraquinn', 'https://www.instagram.com/maraquinn'],
    ],
  },
  paymentResult: {
    texts: ['Payment Complete'],
    links: [
      ['Go to Dashboard', '/dashboard'],
      ['View Bookings', '/bookings'],
    ],
  },
  clientDashboard: {
    texts: [
      'Posted Leads',
      'Galleries Received',
      'Your Bookings',
      'Your Posted Leads',
      'with Mara Quinn · mara@example.com',
    ],
    links: [
      ['Festoon', '/dashboard'],
      ['Dashboard', '/dashboard'],
      ['Leads', '/leads'],
      ['Bookings', '/bookings'],
      ['Galleries', '/galleries'],
      ['Post a New Lead', '/leads/create'],
      ['Browse Creators', '/leads'],
      ['View All', '/bookings'],
      ['Ada & Ben in the garden', '/bookings/booking-{id}'],
    ],
  },
  creatorDashboard: {
    texts: ['Recent Bookings', 'New Leads Available'],
    links: [
      ['My Purchased Leads', '/leads/purchased'],
      ['Active Bookings', '/bookings'],
      ['Lead Purchases', '/leads/purchased'],
      ['Galleries Delivered', '/galleries'],
      ['View All', '/bookings'],
      ['Browse All', '/leads'],
      ['Garden wedding', '/leads'],
      ['Ada & Ben in the garden', '/bookings/booking-{id}'],
    ],
  },
  onboarding: {
    texts: [
      'Step 1 of 4',
      '0% complete',
      'Services',
      'Continue',
      'Weddings',
      'Corporate',
      'Concerts',
      'Sports',
      'Social Events',
      'Portraits',
      'Product',
      'Real Estate',
      'Fashion',
      'Food',
    ],
    links: [['Skip for now', '/dashboard']],
  },
  leadsOfClients: {
    texts: ['Wedding', 'Corporate', 'Birthday', 'Concert', 'Sports', 'Festival', 'Conference', 'Social Event'],
    links: [['Post a Lead', '/leads/create']],
  },
  leadsOfCreators: {
    texts: ['Unlock - $25'],
    links: [
      ['My Purchased Leads', '/leads/purchased'],
      ['Unlocked', '/leads/purchased'],
    ],
  },
  purchasedLeads: {
    texts: ['Ada Park', 'ada@example.com', '+1 512 555 0101'],
    links: [
      ['Browse Leads', '/leads'],
      ['Send Email', 'mailto:ada@example.com?subject=Garden%20wedding'],
      ['Create Booking', '/bookings/create?creator={id}&lead=lead-{id}'],
    ],
  },
  postLead: { links: [['Cancel', '/leads']] },
  bookings: {
    texts: [
      'My Bookings',
      'All (2)',
      'Pending (1)',
      'Confirmed (1)',
      'Completed (0)',
      'Message',
      'Deposit pending',
      'Balance due',
    ],
    links: [['View Details', '/bookings/booking-{id}']],
  },
  pendingBooking: {
    texts: [
      'Pending',
      'Full day',
      'Status history',
      'Payment status',
      'Deposit pending',
      '$1,080.00',
      '$2,520.00',
      'Pay Now',
      'Confirm Booking',
      'Cancel Booking',
    ],
  },
  confirmedBooking: { texts: ['Confirmed', 'Deposit Paid', 'Balance due'] },
  galleries: {
    texts: ['View Gallery', 'Draft'],
    links: [
      ['Create Gallery', '/galleries/create'],
      ['Upload Files', '/galleries/gallery-{id}/upload'],
    ],
  },
  gallery: { links: [['Back', '/bookings']] },
  galleryUpload: {
    texts: [
      'Upload Gallery',
      'Add photos and videos to your gallery',
      'Drag & drop files here, or click to select',
      'Drop files here...',
      'Supports: JPG, JPEG, PNG, GIF, WEBP, MP4, MOV, AVI (up to 100MB each)',
      'Clear All',
      'Upload 0 Files',
    ],
  },
  notFound: { texts: ['Oops! Page not found'], links: [['Return to Home', '/']] },
} as const satisfies Readonly<Record<string, Shown>>;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** What of the given texts and links is not on the page. */
export const missingFrom = async (page: Page, { texts = [], links = [] }: Shown): Promise<string[]> => {
  const found = await page.evaluate(() => {
    const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s+/g, ' ').trim();
    const namesOf = (attribute: string) =>
      [...document.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute));
    return {
      text: [textOf(document.body), ...namesOf('placeholder'), ...namesOf('aria-label')].join('\n'),
      links: [...document.querySelectorAll('a')].map((link) => [textOf(link), link.href] as const),
    };
  });
  const origin = new URL(page.url()).origin;
  const shownLinks = found.links.map(([text, to]) => [text, to.replace(origin, '').replaceAll(uuid, '{id}')] as const);
  return [
    ...texts.filter((text) => !found.text.includes(text)).map((text) => `missing: ${text}`),
    ...links
      .filter(([text, path]) => !shownLinks.some(([name, to]) => name.includes(text) && to === path))
      .map(([text, path]) => `missing: a link ${text} to ${path}`),
  ];
};
