import { Controller, Get, Param, Query } from '@nestjs/common';
import { bookingId } from '#bookings/contract';
import { leadId } from '#leads/contract';
import { Returns } from '#platform/http';
import { AuditQueries } from './audit.queries.ts';
import { staffRoles } from './backoffice.access.ts';
import {
  type AuditEvent,
  type AuditFilter,
  type AuditPage,
  auditEvent,
  auditFilter,
  auditPage,
  eventId,
  type Timeline,
  type TimelinePage,
  type TimelinePaging,
  timeline,
  timelinePage,
  timelinePaging,
} from './contract.ts';
import { StaffOnly } from './staff.guard.ts';

@Controller('api/v1/staff')
export class AuditController {
  constructor(private readonly audit: AuditQueries) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/events'])
  @Get('events')
  @Returns(auditPage)
  events(@Query({ schema: auditFilter }) filter: AuditFilter): Promise<AuditPage> {
    return this.audit.events(filter);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/events/{id}'])
  @Get('events/:id')
  @Returns(auditEvent)
  event(@Param('id', { schema: eventId }) id: string): Promise<AuditEvent> {
    return this.audit.event(id);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/events/{id}/chain'])
  @Get('events/:id/chain')
  @Returns(timeline)
  chain(@Param('id', { schema: eventId }) id: string): Promise<Timeline> {
    return this.audit.chain(id);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/bookings/{id}/timeline'])
  @Get('bookings/:id/timeline')
  @Returns(timelinePage)
  timeline(
    @Param('id', { schema: bookingId }) id: string,
    @Query({ schema: timelinePaging }) { cursor }: TimelinePaging,
  ): Promise<TimelinePage> {
    return this.audit.timeline('booking', id, cursor);
  }

  @StaffOnly(...staffRoles['GET /api/v1/staff/leads/{id}/timeline'])
  @Get('leads/:id/timeline')
  @Returns(timelinePage)
  leadTimeline(
    @Param('id', { schema: leadId }) id: string,
    @Query({ schema: timelinePaging }) { cursor }: TimelinePaging,
  ): Promise<TimelinePage> {
    return this.audit.timeline('lead', id, cursor);
  }
}
