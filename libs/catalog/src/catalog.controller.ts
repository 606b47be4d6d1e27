import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Public } from '#platform/http';
import { type Page } from '#platform/projections';
import { CompleteOnboarding, DescribeProfile } from './catalog.commands.ts';
import { CatalogQueries } from './catalog.queries.ts';
import { CatalogSearch } from './catalog.search.ts';
import {
  type CreatorFilter,
  type CreatorProfile,
  creatorFilter,
  creatorId,
  type Onboarding,
  onboarding,
  type ProfileChange,
  profileChange,
} from './contract.ts';

@Public()
@Controller('api/v1/creators')
export class CreatorsController {
  constructor(
    private readonly catalog: CatalogQueries,
    private readonly search: CatalogSearch,
  ) {}

  @Get()
  find(@Query({ schema: creatorFilter }) filter: CreatorFilter): Promise<Page<CreatorProfile>> {
    return this.search.find(filter);
  }

  @Get('featured')
  featured(): Promise<{ items: CreatorProfile[] }> {
    return this.search.featured();
  }

  @Get(':id')
  byId(@Param('id', { schema: creatorId }) id: string): Promise<CreatorProfile> {
    return this.catalog.listed(id);
  }
}

type Written = { id: string; position: string };

@Controller('api/v1/profile')
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly catalog: CatalogQueries,
    private readonly context: Context,
  ) {}

  @Get()
  mine(): Promise<CreatorProfile> {
    return this.catalog.mine();
  }

  @Put()
  async describe(@Body({ schema: profileChange }) change: ProfileChange): Promise<Written> {
    return this.#written(await this.commands.execute(new DescribeProfile(change)));
  }

  @Post('onboarding')
  async onboard(@Body({ schema: onboarding }) answers: Onboarding): Promise<Written> {
    return this.#written(await this.commands.execute(new CompleteOnboarding(answers)));
  }

  #written(id: string): Written {
    return { id, position: String(this.context.wrote) };
  }
}
