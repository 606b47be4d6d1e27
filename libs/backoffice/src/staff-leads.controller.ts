import { Controller, Get, Query } from '@nestjs/common';
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
import { staffRoles } from './backoffice.access.ts';
import { FailedRefundsQueries } from './failed-refunds.queries.ts';
import { StaffOnly } from './staff.guard.ts';

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
  constructor(private readonly leads: LeadsQueries) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/refund-requests'])
  @Get()
  @Returns(staffRefundRequestsPage)
  list(@Query({ schema: refundRequestFilter }) filter: RefundRequestFilter): Promise<StaffRefundRequestsPage> {
    return this.leads.refundRequests(filter);
  }
}
