import { Controller, Get, Param, Query } from '@nestjs/common';
import { Returns } from '#platform/http';
import { AuditQueries } from './audit.queries.ts';
import {
  type AuditFilter,
  type AuditPage,
  auditFilter,
  auditPage,
  type Timeline,
  type TimelineId,
  timeline,
  timelineId,
} from './contract.ts';
import { StaffOnly } from './staff.guard.ts';

@Controller('api/v1/staff')
export class AuditController {
  constructor(private readonly audit: AuditQueries) {}

  @StaffOnly('ops', 'admin')
  @Get('events')
  @Returns(auditPage)
  events(@Query({ schema: auditFilter }) filter: AuditFilter): Promise<AuditPage> {
    return this.audit.events(filter);
  }

  @StaffOnly('support', 'finance', 'admin')
  @Get('bookings/:id/timeline')
  @Returns(timeline)
  timeline(@Param('id', { schema: timelineId }) id: TimelineId): Promise<Timeline> {
    return this.audit.timeline(id);
  }
}
