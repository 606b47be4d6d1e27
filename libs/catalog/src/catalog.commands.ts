import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { ClearAvailability } from './availability/index.ts';
import {
  type CancellationPolicy,
  type LocationChange,
  maxPackages,
  type Onboarding,
  type PackageOffer,
  type PackagesChange,
  type ProfileChange,
  type ServiceChange,
} from './contract.ts';
import { creator } from './creator.ts';
import { ClearPortfolio } from './portfolio/index.ts';

/** Saves the four steps of the caller's own onboarding together. Returns the creator's id. */
export class CompleteOnboarding extends Command<string> {
  constructor(readonly answers: Onboarding) {
    super();
  }
}

@CommandHandler(CompleteOnboarding)
export class CompleteOnboardingHandler implements ICommandHandler<CompleteOnboarding> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ answers }: CompleteOnboarding): Promise<string> {
    const creatorId = this.context.origin.by.id;
    const { serviceType, specialties, yearsExperience, city, state, travelRadius } = answers;
    await this.store.handle(creator, `creator-${creatorId}`, 'completeOnboarding', {
      ...description(creatorId, answers),
      service: { serviceType, specialties, yearsExperience },
      location: { locationId: this.context.newId(), city, state, travelRadius },
      packages: answers.packages.map((offer) => packageWithId(this.context.newId(), offer)),
      maxPackages,
    });
    return creatorId;
  }
}

/** Changes the caller's service. Returns the creator's id. */
export class ChangeService extends Command<string> {
  constructor(readonly service: ServiceChange) {
    super();
  }
}

@CommandHandler(ChangeService)
export class ChangeServiceHandler implements ICommandHandler<ChangeService> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ service }: ChangeService): Promise<string> {
    const creatorId = this.context.origin.by.id;
    await this.store.handle(creator, `creator-${creatorId}`, 'changeService', { creatorId, service });
    return creatorId;
  }
}

/** Changes where the caller is based and how far they travel. Returns the creator's id. */
export class ChangeLocation extends Command<string> {
  constructor(readonly place: LocationChange) {
    super();
  }
}

@CommandHandler(ChangeLocation)
export class ChangeLocationHandler implements ICommandHandler<ChangeLocation> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ place: { city, state, travelRadius } }: ChangeLocation): Promise<string> {
    const creatorId = this.context.origin.by.id;
    const location = { locationId: this.context.newId(), city, state, travelRadius };
    await this.store.handle(creator, `creator-${creatorId}`, 'changeLocation', { creatorId, location });
    return creatorId;
  }
}

/**
 * Replaces the caller's packages. Returns the creator's id. Refuses `packages-changed` if there are packages that it
 * does not know.
 */
export class ChangePackages extends Command<string> {
  constructor(readonly change: PackagesChange) {
    super();
  }
}

@CommandHandler(ChangePackages)
export class ChangePackagesHandler implements ICommandHandler<ChangePackages> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ change: { packages: saved, known } }: ChangePackages): Promise<string> {
    const creatorId = this.context.origin.by.id;
    const packages = saved.map(({ id, isDraft, ...offer }) => ({
      ...packageWithId(this.context.newId(), offer),
      savedId: id ?? null,
      isDraft,
    }));
    await this.store.handle(creator, `creator-${creatorId}`, 'changePackages', {
      creatorId,
      packages,
      known: known ?? null,
    });
    return creatorId;
  }
}

/** Changes the texts of the caller's own profile. Returns the creator's id. */
export class DescribeProfile extends Command<string> {
  constructor(readonly change: ProfileChange) {
    super();
  }
}

@CommandHandler(DescribeProfile)
export class DescribeProfileHandler implements ICommandHandler<DescribeProfile> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ change }: DescribeProfile): Promise<string> {
    const creatorId = this.context.origin.by.id;
    await this.store.handle(creator, `creator-${creatorId}`, 'describe', description(creatorId, change));
    return creatorId;
  }
}

/** Chooses the caller's cancellation policy for bookings that are requested from now on. Returns the creator's id. */
export class ChooseCancellationPolicy extends Command<string> {
  constructor(readonly cancellationPolicy: CancellationPolicy) {
    super();
  }
}

@CommandHandler(ChooseCancellationPolicy)
export class ChooseCancellationPolicyHandler implements ICommandHandler<ChooseCancellationPolicy> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ cancellationPolicy }: ChooseCancellationPolicy): Promise<string> {
    const creatorId = this.context.origin.by.id;
    const choice = { creatorId, cancellationPolicy };
    await this.store.handle(creator, `creator-${creatorId}`, 'chooseCancellationPolicy', choice);
    return creatorId;
  }
}

/**
 * Counts a review of a creator, or a change of one. `stars` is null for a review that is not shown. Idempotent: a
 * version that is not newer than the known one is ignored.
 */
export class RateCreator extends Command<void> {
  constructor(
    readonly creatorId: string,
    readonly review: { readonly reviewId: string; readonly reviewVersion: number; readonly stars: number | null },
  ) {
    super();
  }
}

@CommandHandler(RateCreator)
export class RateCreatorHandler implements ICommandHandler<RateCreator> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId, review }: RateCreator): Promise<void> {
    await this.store.handle(creator, `creator-${creatorId}`, 'rate', review);
  }
}

/**
 * Removes a former member's profile, everything they offer, their portfolio and their availability from the catalog.
 */
export class CloseProfile extends Command<void> {
  constructor(readonly creatorId: string) {
    super();
  }
}

@CommandHandler(CloseProfile)
export class CloseProfileHandler implements ICommandHandler<CloseProfile> {
  constructor(
    private readonly store: EventStore,
    private readonly commands: CommandBus,
  ) {}

  async execute({ creatorId }: CloseProfile): Promise<void> {
    await this.store.handle(creator, `creator-${creatorId}`, 'close', {});
    await this.commands.execute(new ClearPortfolio(creatorId));
    await this.commands.execute(new ClearAvailability(creatorId));
  }
}

const packageWithId = (packageId: string, offer: PackageOffer) => ({
  packageId,
  ...offer,
  description: offer.description || null,
});

/** Instagram handles are stored without the @. */
const description = (creatorId: string, { bio, websiteUrl, instagramHandle }: ProfileChange) => ({
  creatorId,
  bio: bio ?? null,
  websiteUrl: websiteUrl ?? null,
  instagramHandle: instagramHandle?.replace(/^@/, '') ?? null,
});
