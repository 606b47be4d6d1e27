import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Checkout, checkout } from '#payments/contract';
import { Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { type OwnPlan, ownPlan, type PlanEntries, type PlanPaging, planEntries, planPaging } from './contract.ts';
import { RequestPlanMonth } from './plans.commands.ts';
import { PlansQueries } from './plans.queries.ts';

@Controller('api/v1/plan')
export class PlansController {
  constructor(
    private readonly commands: CommandBus,
    private readonly plans: PlansQueries,
  ) {}

  @Get()
  @Returns(ownPlan)
  own(): Promise<OwnPlan> {
    return this.plans.own();
  }

  @Get('entries')
  @Returns(planEntries)
  entries(@Query({ schema: planPaging }) paging: PlanPaging): Promise<PlanEntries> {
    return this.plans.entries(paging);
  }

  @Post('payment')
  @Costly({ name: 'api.pay-plan', times: 20, seconds: 60 })
  @HttpCode(200)
  @Returns(checkout)
  pay(): Promise<Checkout> {
    return this.commands.execute(new RequestPlanMonth());
  }
}
