import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Returns } from '#platform/http';
import { ChangeAvailability } from './availability.commands.ts';
import { AvailabilityQueries } from './availability.queries.ts';
import {
  type AvailabilitySettings,
  availabilitySettings,
  type OwnAvailability,
  ownAvailability,
  type SavedAvailability,
  savedAvailability,
} from './contract.ts';

/** The caller's own availability. Everyone sees the days at `GET /api/v1/creators/{id}/availability`. */
@Controller('api/v1/profile/availability')
export class AvailabilityController {
  constructor(
    private readonly commands: CommandBus,
    private readonly availability: AvailabilityQueries,
    private readonly context: Context,
  ) {}

  @Get()
  @Returns(ownAvailability)
  mine(): Promise<OwnAvailability> {
    return this.availability.mine();
  }

  @Put()
  @Returns(savedAvailability)
  async change(@Body({ schema: availabilitySettings }) settings: AvailabilitySettings): Promise<SavedAvailability> {
    const id = await this.commands.execute(new ChangeAvailability(settings));
    return { id, position: String(this.context.wrote) };
  }
}
