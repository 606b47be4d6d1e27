import { Controller, Get, Req } from '@nestjs/common';
import { type Caller, StaffOnly } from '#identity';
import { Returns } from '#platform/http';
import { staffRoles } from './backoffice.access.ts';
import { type StaffOverview, staffOverview } from './contract.ts';
import { OverviewQueries } from './overview.queries.ts';

@Controller('api/v1/staff/overview')
export class OverviewController {
  constructor(private readonly overview: OverviewQueries) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/overview'])
  @Get()
  @Returns(staffOverview)
  of(@Req() { caller }: { caller: Caller }): Promise<StaffOverview> {
    return this.overview.of(caller.staffRoles);
  }
}
