import type { INestApplicationContext } from '@nestjs/common';
import { ConfirmBooking, RequestBooking, RequestBookingPayment } from '#bookings';
import { bookingRequest } from '#bookings/contract';
import { CatalogQueries, ChangeAvailability, CompleteOnboarding } from '#catalog';
import { availabilitySettings, onboarding } from '#catalog/contract';
import { GrantStaffRole, IdentityQueries, RegisterUser } from '#identity';
import { termsVersion } from '#identity/contract';
import { PostLead } from '#leads';
import { leadPost } from '#leads/contract';
import { type Config, demoPassword } from '#platform/config';
import { DemoCommands } from './demo-commands.ts';
import { communityAvailabilities, communityClients, communityLeads, communityProfessionals } from './demo-community.ts';
import {
  availabilities,
  demoGalleries,
  galleryClient,
  galleryOwner,
  inDays,
  leads,
  type Name,
  onboardings,
  type Person,
  people,
} from './demo-data.ts';
import { Failure } from './errors.ts';

const registeredAtOnce = 8;

/**
 * Adds the demo data through the commands that the screens send. The product must be listening and doing background work.
 * Returns false if it was already loaded. An interrupted load continues where it stopped.
 */
export const loadDemo = async (product: INestApplicationContext): Promise<boolean> => {
  const seed = new DemoSeed(new DemoCommands(product));
  if (await seed.isLoaded()) return false;
  await seed.load();
  return true;
};

/** The password of the demo accounts is published. Throws a {@link Failure} if a product that is not a demo has them. */
export const requireNoDemoAccounts = async (product: INestApplicationContext, { demo }: Config): Promise<void> => {
  if (demo || !(await product.get(IdentityQueries, { strict: false }).byEmail(people.staff.email))) return;
  throw new Failure(
    'This database contains demo accounts, whose password is published. Set FESTOON_DEMO=true, or choose another database with DATABASE_URL or FESTOON_DATA.',
  );
};

class DemoSeed {
  constructor(private readonly demo: DemoCommands) {}

  /** The staff role is added last, so it shows that the load was completed. */
  async isLoaded(): Promise<boolean> {
    const identity = this.demo.get(IdentityQueries);
    const staff = await identity.byEmail(people.staff.email);
    return staff !== undefined && (await identity.me(staff)).staffRoles.includes('admin');
  }

  async load(): Promise<void> {
    // The newest professionals and leads are listed first: those of the main accounts.
    await this.#loadCommunity();
    await Promise.all(names(people).map((name) => this.#register(name, people[name])));
    for (const name of names(onboardings))
      await this.demo.send(name, 'onboarding', new CompleteOnboarding(onboarding.parse(onboardings[name])));
    for (const [index, [of, post]] of leads.entries())
      await this.demo.send(of, `lead-${index}`, new PostLead(leadPost.parse(post)));
    await this.demo.waitUntilProjected();
    await this.#confirmed('Engagement party', 40, ['deposit']);
    for (const { eventName, days, delivered } of demoGalleries)
      await this.#confirmed(eventName, days, delivered ? ['deposit', 'balance'] : ['deposit']);
    await this.#book('client', 'dj', 'Clara & June, the dancing', 150);
    for (const name of names(availabilities))
      await this.demo.send(
        name,
        'availability',
        new ChangeAvailability(availabilitySettings.parse(availabilities[name])),
      );
    await this.demo.prepare('staff', new GrantStaffRole(people.staff.email, 'admin', 'The demo’s administrator'));
    await this.demo.waitUntilProjected();
  }

  async #loadCommunity(): Promise<void> {
    const members = [...communityClients, ...communityProfessionals.map(([member]) => member)];
    // A few at a time: the product refuses to hash many passwords at once.
    for (let i = 0; i < members.length; i += registeredAtOnce)
      await Promise.all(members.slice(i, i + registeredAtOnce).map((member) => this.#register(member.email, member)));
    for (const [index, [member, offered]] of communityProfessionals.entries()) {
      await this.demo.send(member, 'onboarding', new CompleteOnboarding(onboarding.parse(offered)));
      const settings = communityAvailabilities[index % communityAvailabilities.length];
      if (settings)
        await this.demo.send(member, 'availability', new ChangeAvailability(availabilitySettings.parse(settings)));
    }
    for (const [index, [client, post]] of communityLeads.entries())
      await this.demo.send(client, `lead-${index}`, new PostLead(leadPost.parse(post)));
  }

  async #register(key: string, newPerson: Person): Promise<void> {
    await this.demo.prepare(
      `register-${key}`,
      new RegisterUser({ ...newPerson, password: demoPassword, termsVersion }),
    );
  }

  /** Creates a booking that the client requested and paid for, and that the photographer confirmed. */
  async #confirmed(eventName: string, days: number, parts: readonly ('deposit' | 'balance')[]): Promise<void> {
    const booking = await this.#book(galleryClient, galleryOwner, eventName, days);
    for (const [index, part] of parts.entries()) {
      const payment = new RequestBookingPayment(booking, part);
      const { url } = await this.demo.send(galleryClient, `${part}-${eventName}`, payment);
      await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });
      await this.demo.waitFor(booking, 'BookingPaid', index + 1);
    }
    await this.demo.send(galleryOwner, `confirm-${eventName}`, new ConfirmBooking(booking));
  }

  async #book(client: Name, creator: Name, eventName: string, days: number): Promise<string> {
    const creatorId = await this.demo.idOf(creator);
    const profile = (await this.demo.get(CatalogQueries).profiles([creatorId])).get(creatorId);
    const request = bookingRequest.parse({
      creatorId,
      packageId: profile?.packages[0]?.id,
      eventType: 'wedding',
      eventName,
      eventDate: inDays(days),
      eventLocation: 'The Old Orchard, Austin, TX',
      expectedAttendance: 90,
    });
    return this.demo.send(client, `book-${eventName}`, new RequestBooking(request));
  }
}

const names = (all: Partial<Record<Name, unknown>>) => Object.keys(all) as Name[];
