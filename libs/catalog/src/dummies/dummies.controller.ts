import { Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { type Seeding, seeding } from './contract.ts';
import { DeleteDummyVendors, SeedDummyVendors } from './dummies.commands.ts';

@Controller('functions/v1')
export class DummiesController {
  constructor(private readonly commands: CommandBus) {}

  @Post('seed-dummy-vendors')
  @Costly({ name: 'api.seed', times: 6, seconds: 60 })
  @HttpCode(200)
  @Returns(seeding)
  seed(): Promise<Seeding> {
    return this.commands.execute(new SeedDummyVendors());
  }

  @Post('delete-dummy-vendors')
  @Costly({ name: 'api.seed', times: 6, seconds: 60 })
  @HttpCode(200)
  @Returns(seeding)
  remove(): Promise<Seeding> {
    return this.commands.execute(new DeleteDummyVendors());
  }
}
