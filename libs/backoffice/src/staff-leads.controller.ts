import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StaffOnly } from '#identity';
import { LeadsQueries } from '#leads';
import {
  type RefundRequestFilter,
  refundRequestFilter,
  type StaffLeadFilter,
  type StaffLeadsPage,
  type StaffRefundRequestsPage,
  staffLeadFilter,
  staffLeadsPage,
  staffRefundRequestsPage,
} from '#leads/contract';
import { Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import {
  type RefundRequestsReveal,
  type RevealedRefundRequests,
  refundRequestsReveal,
  revealedRefundRequests,
} from './contract.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { RevealRefundRequests } from './reports.commands.ts';

@Controller('api/v1/staff/leads')
export class StaffLeadsListController {
  constructor(
    private readonly leads: LeadsQueries,
    private readonly refunds: FailedRefundsQueries,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/leads'])
  @Get()
  @Returns(staffLeadsPage)
  async list(@Query({ schema: staffLeadFilter }) { refund, ...filter }: StaffLeadFilter): Promise<StaffLeadsPage> {
    return this.leads.forStaff(filter, refund && (await this.refunds.leadIds()));
  }
}

@Controller('api/v1/staff/refund-requests')
export class RefundRequestsController {
  constructor(
    private readonly leads: LeadsQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/refund-requests'])
  @Get()
  @Returns(staffRefundRequestsPage)
  list(@Query({ schema: refundRequestFilter }) filter: RefundRequestFilter): Promise<StaffRefundRequestsPage> {
    return this.leads.refundRequests(filter);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/refund-requests/reveal'])
  @Costly({ name: 'api.reveal-refund-requests', times: 30, seconds: 3600 })
  @Post('reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(revealedRefundRequests)
  reveal(
    @Body({ schema: refundRequestsReveal }) { ids, reason }: RefundRequestsReveal,
  ): Promise<RevealedRefundRequests> {
    return this.commands.execute(new RevealRefundRequests(ids, reason));
  }
}
