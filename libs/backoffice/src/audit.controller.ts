import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { bookingId } from '#bookings/contract';
import { StaffOnly } from '#identity';
import { leadId, type StaffReason, staffReason } from '#leads/contract';
import { Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { RevealEvent } from './audit.commands.ts';
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
  type RevealedFields,
  revealedFields,
  type Timeline,
  type TimelinePage,
  type TimelinePaging,
  timeline,
  timelinePage,
  timelinePaging,
} from './contract.ts';

@Controller('api/v1/staff')
export class AuditController {
  constructor(
    private readonly audit: AuditQueries,
    private readonly commands: CommandBus,
  ) {}

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

  @StaffOnly(...staffRoles['POST /api/v1/staff/events/{id}/reveal'])
  @Costly({ name: 'api.reveal-event', times: 30, seconds: 3600 })
  @Post('events/:id/reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(revealedFields)
  reveal(
    @Param('id', { schema: eventId }) id: string,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<RevealedFields> {
    return this.commands.execute(new RevealEvent(id, reason));
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
