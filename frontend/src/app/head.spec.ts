import { describe, expect, test } from '@jest/globals';
import type { CreatorProfile } from '#catalog/contract';
import { noSearch } from '../features/catalog/creator-filter.ts';
import { documentWith, jsonInScript } from './document.ts';
import { listHead, missingHead, profileHead } from './head.ts';

const id = '5cd3b155-9af0-8311-9fbc-95e02b0813c2';
const origin = 'https://festoon.example';
const hostile = `"><script>alert('1')</script><!-- \u2028 & $& {{`;

const profile: CreatorProfile = {
  id,
  displayName: 'Mara Quinn',
  avatarUrl: null,
  bio: 'Quiet pictures\nof loud days.',
  websiteUrl: 'https://mara.example/?a=1&b=2',
  instagramHandle: '@maraquinn',
  cancellationPolicy: 'standard',
  onboardingCompleted: true,
  rating: { average: null, count: 0 },
  services: [{ serviceType: 'photographer', specialties: ['Weddings'], yearsExperience: 7 }],
  locations: [{ city: 'Austin', state: 'TX', isPrimary: true, travelRadius: 50 }],
  packages: [
    {
      id,
      name: 'Full day',
      description: null,
      price: 360_050,
      currency: 'USD',
      durationHours: 8,
      deliverables: [],
      isActive: true,
    },
  ],
  portfolio: [],
};

/** The value of a meta tag, as it is in the document. */
const content = (head: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(head)?.[1];
const structuredData = (head: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1] ?? 'null');

describe('the head of a profile', () => {
  test('has a description, the canonical address by name, Open Graph and schema.org', () => {
    const head = profileHead(profile, origin);
    const address = `${origin}/creators/mara-quinn-${id}`;
    expect(head).toContain(`<link rel="canonical" href="${address}">`);
    expect(content(head, 'description')).toBe('Quiet pictures of loud days.');
    expect(content(head, 'og:title')).toBe('Mara Quinn, Photographer in Austin, TX · Festoon');
    expect([content(head, 'og:url'), content(head, 'og:image')]).toEqual([address, undefined]);
    expect(structuredData(head)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'ProfessionalService',
      '@id': address,
      url: address,
      name: 'Mara Quinn',
      description: 'Quiet pictures of loud days.',
      address: { '@type': 'PostalAddress', addressLocality: 'Austin', addressRegion: 'TX' },
      knowsAbout: ['Photographer'],
      sameAs: ['https://mara.example/?a=1&b=2', 'https://www.instagram.com/maraquinn'],
      makesOffer: [{ '@type': 'Offer', name: 'Full day', price: '3600.50', priceCurrency: 'USD' }],
    });
  });

  test('has the rating, once there are reviews', () => {
    const head = profileHead({ ...profile, rating: { average: 4.8, count: 12 } }, origin);
    expect(structuredData(head).aggregateRating).toEqual({
      '@type': 'AggregateRating',
      ratingValue: 4.8,
      reviewCount: 12,
      bestRating: 5,
      worstRating: 1,
    });
  });

  test('has the first picture of the portfolio, with an absolute URL', () => {
    const picture = {
      id,
      mediaUrl: '/storage/v1/object/public/galleries/a/b.jpg',
      mediaType: 'image' as const,
      isFeatured: true,
      title: null,
      description: null,
      width: 1600,
      height: 1200,
      thumbhash: '',
    };
    const head = profileHead({ ...profile, portfolio: [picture] }, origin);
    expect(content(head, 'og:image')).toBe(`${origin}/storage/v1/object/public/galleries/a/b.w1440.webp`);
    expect(content(head, 'twitter:card')).toBe('summary_large_image');
  });

  test('cuts a long description at a word', () => {
    const bio = 'We photograph gardens. '.repeat(20);
    const description = content(profileHead({ ...profile, bio }, origin), 'description') ?? '';
    expect(description.length).toBeLessThanOrEqual(160);
    expect(description).toMatch(/(We|photograph|gardens\.)…$/);
  });

  test('escapes what people wrote, in attributes and in JSON', () => {
    const [offer] = profile.packages;
    if (!offer) throw new Error('There is no package');
    const texts = { displayName: hostile, bio: hostile, websiteUrl: `https://x.example/${hostile}` };
    const head = profileHead({ ...profile, ...texts, packages: [{ ...offer, name: hostile }] }, origin);
    // Only the tags of the head itself are left, and one script, which is data.
    expect(head.match(/<\/?\w+/g)?.filter((tag) => !/^<(meta|link)$/.test(tag))).toEqual(['<script', '</script']);
    expect(head).not.toContain('<!--');
    expect(structuredData(head)).toMatchObject({ name: hostile, makesOffer: [{ name: hostile }] });
    expect(content(head, 'og:title')).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;');
  });
});

test('lists of the same service have one canonical address, whatever the other filters are', () => {
  const search = { ...noSearch, service: 'dj' as const, minPrice: '100', sort: 'price' as const };
  expect(listHead([profile], search, origin)).toContain(`href="${origin}/creators?service=dj"`);
  const head = listHead([profile], noSearch, origin);
  expect(head).toContain(`href="${origin}/creators"`);
  expect(structuredData(head).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Mara Quinn', url: `${origin}/creators/mara-quinn-${id}` },
  ]);
});

describe('a rendered document', () => {
  const template = `<!doctype html><html><head><meta
      name="description"
      content="The site"
    /><title>The site</title><meta property="og:title" content="The site"><meta property="og:type" content="website"></head><body><div id="root"></div><noscript><p>Scripts</p></noscript></body></html>`;

  test('has one title, one description and one preview in its head, and what the page needs to run', () => {
    const title = '<link rel="preload" as="image" href="/a.webp"/><title>A &amp; B</title>';
    const seeds = [{ key: ['creators'], data: { name: hostile } }];
    const html = documentWith(template, {
      head: '<meta name="description" content="A"><meta property="og:title" content="A">',
      markup: `${title}<p>$&</p>`,
      seeds,
    });
    expect(html).toBe(
      `<!doctype html><html><head>${title}<meta name="description" content="A"><meta property="og:title" content="A"></head><body><div id="root" data-prerendered="page"><p>$&</p></div><script type="application/json" id="page-data">${jsonInScript(seeds)}</script></body></html>`,
    );
  });

  test('a profile that does not exist is not indexed', () => {
    expect(missingHead).toBe('<meta name="robots" content="noindex">');
  });

  test('data in a script element neither ends the element nor starts a comment', () => {
    const json = jsonInScript({ text: `${hostile}</SCRIPT>` });
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual({ text: `${hostile}</SCRIPT>` });
  });
});
