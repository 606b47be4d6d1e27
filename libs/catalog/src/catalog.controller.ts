import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Public, Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  ChangeLocation,
  ChangePackages,
  ChangeService,
  ChooseCancellationPolicy,
  CompleteOnboarding,
  DescribeProfile,
} from './catalog.commands.ts';
import { CatalogQueries } from './catalog.queries.ts';
import { CatalogSearch } from './catalog.search.ts';
import {
  type AvailabilityPeriod,
  availabilityPeriod,
  type CancellationPolicyChange,
  type CreatorAvailability,
  type CreatorFilter,
  type CreatorProfile,
  type CreatorsPage,
  cancellationPolicyChange,
  creatorAvailability,
  creatorFilter,
  creatorId,
  creatorProfile,
  creatorsPage,
  type FeaturedCreators,
  featuredCreators,
  type LocationChange,
  locationStep,
  type Onboarding,
  onboarding,
  type PackagesChange,
  type ProfileChange,
  packagesChange,
  profileChange,
  type SavedProfile,
  type ServiceChange,
  savedProfile,
  serviceChange,
} from './contract.ts';

@Public()
@Controller('api/v1/creators')
export class CreatorsController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly search: CatalogSearch,
  ) {}

  @Get()
  @Costly(CatalogSearch.limit)
  @Returns(creatorsPage)
  find(@Query({ schema: creatorFilter }) filter: CreatorFilter): Promise<CreatorsPage> {
    return this.search.find(filter);
  }

  @Get('featured')
  @Returns(featuredCreators)
  featured(): Promise<FeaturedCreators> {
    return this.search.featured();
  }

  @Get(':id')
  @Returns(creatorProfile)
  byId(@Param('id', { schema: creatorId }) id: string): Promise<CreatorProfile> {
    return this.catalog.publicProfile(id);
  }

  @Get(':id/availability')
  @Returns(creatorAvailability)
  days(
    @Param('id', { schema: creatorId }) id: string,
    @Query({ schema: availabilityPeriod }) period: AvailabilityPeriod,
  ): Promise<CreatorAvailability> {
    return this.catalog.days(id, period);
  }
}

@Controller('api/v1/profile')
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly catalog: CatalogQueries,
    private readonly context: Context,
  ) {}

  @Get()
  @Returns(creatorProfile)
  mine(): Promise<CreatorProfile> {
    return this.catalog.mine();
  }

  @Put()
  @Returns(savedProfile)
  async describe(@Body({ schema: profileChange }) change: ProfileChange): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new DescribeProfile(change)));
  }

  @Post('onboarding')
  @Returns(savedProfile)
  async onboard(@Body({ schema: onboarding }) answers: Onboarding): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new CompleteOnboarding(answers)));
  }

  @Put('service')
  @Returns(savedProfile)
  async changeService(@Body({ schema: serviceChange }) service: ServiceChange): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new ChangeService(service)));
  }

  @Put('location')
  @Returns(savedProfile)
  async changeLocation(@Body({ schema: locationStep }) place: LocationChange): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new ChangeLocation(place)));
  }

  @Put('packages')
  @Returns(savedProfile)
  async changePackages(@Body({ schema: packagesChange }) change: PackagesChange): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new ChangePackages(change)));
  }

  @Put('cancellation-policy')
  @Returns(savedProfile)
  async chooseCancellationPolicy(
    @Body({ schema: cancellationPolicyChange }) { cancellationPolicy }: CancellationPolicyChange,
  ): Promise<SavedProfile> {
    return this.#saved(await this.commands.execute(new ChooseCancellationPolicy(cancellationPolicy)));
  }

  #saved(id: string): SavedProfile {
    return { id, position: String(this.context.wrote) };
  }
}
