import type { INestApplicationContext } from '@nestjs/common';
import { ChangeAvailability, ChooseCancellationPolicy, CompleteOnboarding } from '#catalog';
import { availabilitySettings, onboarding } from '#catalog/contract';
import { GrantStaffRole, IdentityQueries, RegisterUser } from '#identity';
import { termsVersion } from '#identity/contract';
import { PostLead } from '#leads';
import { type LeadPost, leadPost } from '#leads/contract';
import { type Config, demoPassword } from '#platform/config';
import { Projector } from '#platform/projections';
import { loadDemoBookings } from './demo-bookings.ts';
import { DemoCommands, type Who } from './demo-commands.ts';
import { communityAvailabilities, communityClients, communityLeads, communityProfessionals } from './demo-community.ts';
import { availabilities, leads, type Name, onboardings, type Person, people, policies } from './demo-data.ts';
import { instantInDays } from './demo-history.ts';
import { type DemoLead, loadDemoViews } from './demo-views.ts';
import { Failure } from './errors.ts';

const registeredAtOnce = 8;
/** When the demo's people signed up, in days from now. */
const joinedDays = { community: -320, main: -290 };

/**
 * Adds the demo data through the commands that the screens send. The product must be listening. Its background work
 * starts afterwards: earlier, it would do everything that follows from a history at once, with today's date. Returns
 * false if it was already loaded. An interrupted load continues where it stopped.
 */
export const loadDemo = async (product: INestApplicationContext): Promise<boolean> => {
  const seed = new DemoSeed(new DemoCommands(product));
  product.get(Projector).follow();
  if (await seed.isLoaded()) return false;
  await seed.load();
  return true;
};

/**
 * The password of the demo accounts is published. Throws a {@link Failure} if a product that is not a demo has them.
 */
export const requireNoDemoAccounts = async (product: INestApplicationContext, { demo }: Config): Promise<void> => {
  if (demo || !(await product.get(IdentityQueries, { strict: false }).byEmail(people.staff.email))) return;
  throw new Failure(
    'This database contains demo accounts, whose password is published. Set FESTOON_DEMO=true, or choose another database with DATABASE_URL or FESTOON_DATA.',
  );
};

class DemoSeed {
  constructor(private readonly demo: DemoCommands) {}

  /** The staff role is granted last: once it exists, the load is complete. */
  async isLoaded(): Promise<boolean> {
    const identity = this.demo.get(IdentityQueries);
    const staff = await identity.byEmail(people.staff.email);
    return staff !== undefined && (await identity.me(staff)).staffRoles.includes('admin');
  }

  async load(): Promise<void> {
    // The newest professionals and leads are listed first: those of the main accounts.
    const posted = await this.#loadCommunity();
    await Promise.all(names(people).map((name) => this.#register(name, people[name], joinedDays.main)));
    for (const [index, name] of names(onboardings).entries()) {
      const at = instantInDays(joinedDays.main + (index + 1) / 24);
      await this.demo.send(name, 'onboarding', new CompleteOnboarding(onboarding.parse(onboardings[name])), at);
    }
    for (const name of names(policies))
      await this.demo.send(name, 'policy', new ChooseCancellationPolicy(policies[name] ?? 'standard'));
    for (const [index, [of, post]] of leads.entries())
      posted.push(await this.#postLead(of, index, post, instantInDays(-1 + index / 8)));
    await this.demo.waitUntilProjected();
    await loadDemoViews(this.demo, posted);
    await loadDemoBookings(this.demo);
    for (const name of names(availabilities))
      await this.demo.send(
        name,
        'availability',
        new ChangeAvailability(availabilitySettings.parse(availabilities[name])),
      );
    await this.demo.prepare('staff', new GrantStaffRole(people.staff.email, 'admin', 'The demo’s administrator'));
    await this.demo.waitUntilProjected();
  }

  /** Returns the leads of these people. */
  async #loadCommunity(): Promise<DemoLead[]> {
    const members = [...communityClients, ...communityProfessionals.map(([member]) => member)];
    // A few at a time: the product refuses to hash many passwords at once.
    for (let i = 0; i < members.length; i += registeredAtOnce)
      await Promise.all(
        members
          .slice(i, i + registeredAtOnce)
          .map((member) => this.#register(member.email, member, joinedDays.community)),
      );
    for (const [index, [member, offered]] of communityProfessionals.entries()) {
      const at = instantInDays(joinedDays.community + (index + 1) / 4);
      await this.demo.send(member, 'onboarding', new CompleteOnboarding(onboarding.parse(offered)), at);
      const settings = communityAvailabilities[index % communityAvailabilities.length];
      if (settings)
        await this.demo.send(member, 'availability', new ChangeAvailability(availabilitySettings.parse(settings)));
    }
    const posted: DemoLead[] = [];
    for (const [index, [client, post]] of communityLeads.entries())
      posted.push(await this.#postLead(client, index, post, instantInDays((index - communityLeads.length) / 3 - 1)));
    return posted;
  }

  async #postLead(client: Who, index: number, post: LeadPost, at: string): Promise<DemoLead> {
    return { id: await this.demo.send(client, `lead-${index}`, new PostLead(leadPost.parse(post)), at), at };
  }

  async #register(key: string, newPerson: Person, days: number): Promise<void> {
    await this.demo.prepare(
      `register-${key}`,
      new RegisterUser({ ...newPerson, password: demoPassword, termsVersion }),
      instantInDays(days),
    );
  }
}

const names = (all: Partial<Record<Name, unknown>>) => Object.keys(all) as Name[];
