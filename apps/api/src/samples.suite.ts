import sharp from 'sharp';
import type { TestFile } from '#platform/testing';

/** The input of the four onboarding steps, with one package of 1,000.50 dollars, whose deposit is 300.15. */
export const onboarding = {
  serviceType: 'photographer',
  specialties: ['Weddings'],
  yearsExperience: 8,
  bio: 'Light and people.',
  country: 'US',
  city: 'Burlington',
  state: 'VT',
  travelRadius: 50,
  packages: [{ name: 'Full day', price: 100_050, durationHours: 8, deliverables: ['300 edited photos'] }],
};

export const leadPost = {
  eventType: 'wedding',
  eventName: 'Ann and Bo',
  eventDate: '2999-06-20',
  description: 'A garden wedding for eighty guests, with a long table under the trees.',
  locationCity: 'Burlington',
  locationState: 'VT',
  venueType: 'Outdoor',
  budgetMin: 200_000,
  budgetMax: 450_000,
  expectedAttendance: 80,
  durationDays: 1,
  servicesNeeded: ['photographer'],
};

export const occasion = { eventType: 'wedding', eventDate: '2999-06-20', eventLocation: 'Old mill, Burlington' };

/** A small picture to upload. */
export const pictureFile = async (purpose: 'portfolio' | 'avatar' | 'attachment'): Promise<TestFile> => {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#cc8844' } });
  return { purpose, fileName: 'First dance.png', contentType: 'image/png', content: await picture.png().toBuffer() };
};
