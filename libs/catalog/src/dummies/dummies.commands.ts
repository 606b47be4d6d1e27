import { randomBytes, randomUUID } from 'node:crypto';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ErasePerson, IdentityQueries, RegisterUser } from '#identity';
import { type Origin, refuse } from '#kernel';
import { Config } from '#platform/config';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { CompleteOnboarding } from '../catalog.commands.ts';
import type { Seeding } from './contract.ts';
import { type DummyVendorData, dummyVendorData } from './dummies.data.ts';
import { DummiesQueries } from './dummies.queries.ts';
import { dummyVendor, requireAdmin } from './dummy-vendor.ts';

type Result = Seeding['results'][number];

/**
 * Creates ten vendors that belong to no person. Those that exist are left as they are. Refuses `seeding-not-allowed`.
 */
export class SeedDummyVendors extends Command<Seeding> {}

@CommandHandler(SeedDummyVendors)
export class SeedDummyVendorsHandler implements ICommandHandler<SeedDummyVendors> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
    private readonly context: Context,
    private readonly config: Config,
  ) {}

  async execute(): Promise<Seeding> {
    const { origin } = this.context;
    requireAdmin(origin.by);
    requireSeeding(this.config);
    // Random, so that it cannot be guessed, with the kinds of characters that the password policy requires.
    const password = `Aa1-${randomBytes(15).toString('base64url')}`;
    const results: Result[] = [];
    for (const data of dummyVendorData) results.push(await this.#create(data, password, origin));
    const created = results.filter(({ status }) => status === 'created').length;
    return {
      message:
        created > 0
          ? `Created ${created} dummy ${created === 1 ? 'vendor' : 'vendors'}`
          : 'All dummy vendors already exist',
      results,
      password: created > 0 ? password : null,
    };
  }

  async #create({ firstName, lastName, email, profile }: DummyVendorData, password: string, origin: Origin) {
    const result = { name: `${firstName} ${lastName}`, email };
    if (await this.people.byEmail(email)) return { ...result, status: 'exists' } as const;
    const role = 'vendor' as const;
    const newUser = { firstName, lastName, email, password, role, emailVerified: true };
    const key = `${this.context.idempotencyKey ?? randomUUID()}/${email}`;
    // The account gets the first id that belongs to its key. It is marked before it exists, so that it can be deleted
    // even if this process dies before its profile is complete.
    const creatorId = await this.context.run(origin, async () => this.context.newId(), key);
    await this.store.handle(dummyVendor, `dummy-vendor-${creatorId}`, 'mark', { creatorId });
    await this.context.run(origin, () => this.commands.execute(new RegisterUser(newUser)), key);
    const vendor: Origin = { ...origin, by: { id: creatorId, kind: 'user', role } };
    const position = await this.context.run(
      vendor,
      async () => {
        await this.commands.execute(new CompleteOnboarding(profile));
        return this.context.wrote;
      },
      `${key}/profile`,
    );
    this.context.wrote = position;
    return { ...result, status: 'created' } as const;
  }
}

/**
 * Erases all vendors that {@link SeedDummyVendors} created, in the same way as other accounts. Refuses
 * `seeding-not-allowed`.
 */
export class DeleteDummyVendors extends Command<Seeding> {}

@CommandHandler(DeleteDummyVendors)
export class DeleteDummyVendorsHandler implements ICommandHandler<DeleteDummyVendors> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
    private readonly people: IdentityQueries,
    private readonly context: Context,
    private readonly config: Config,
    private readonly dummies: DummiesQueries,
  ) {}

  async execute(): Promise<Seeding> {
    const { origin } = this.context;
    requireAdmin(origin.by);
    requireSeeding(this.config);
    const results: Result[] = [];
    for (const id of await this.dummies.all()) results.push(...(await this.#delete(id, origin)));
    const message =
      results.length > 0
        ? `Deleted ${results.length} dummy ${results.length === 1 ? 'vendor' : 'vendors'}`
        : 'There are no dummy vendors';
    return { message, results, password: null };
  }

  /**
   * A marked account does not exist yet while it is being seeded, or never if that process died. Its mark stays: an
   * account that is registered later must still be found.
   */
  async #delete(creatorId: string, origin: Origin): Promise<Result[]> {
    const contact = (await this.people.contacts([creatorId])).get(creatorId);
    if (!contact) return [];
    const reason = 'Example account no longer needed';
    await this.context.run({ ...origin, reason }, () => this.commands.execute(new ErasePerson(creatorId)));
    await this.store.handle(dummyVendor, `dummy-vendor-${creatorId}`, 'unmark', {});
    return [{ name: contact.name, email: contact.email, status: 'deleted' }];
  }
}

function requireSeeding({ allowsSeeding }: Config): void {
  if (!allowsSeeding)
    refuse('seeding-switched-off-not-allowed', 'Dummy data is disabled here. Set ALLOW_SEEDING=true to enable it.');
}
