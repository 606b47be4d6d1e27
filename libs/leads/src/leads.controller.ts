import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { StaffOnly } from '#identity';
import { userId } from '#identity/contract';
import { type Checkout, checkout } from '#payments/contract';
import { type Receipt, receipt } from '#platform/audit';
import { Context } from '#platform/context';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  type Lead,
  type LeadBuyers,
  type LeadFilter,
  type LeadMatch,
  type LeadMatches,
  type LeadPayment,
  type LeadPost,
  type LeadsPage,
  type LeadsPaging,
  type LeadsSeen,
  lead,
  leadBuyers,
  leadFilter,
  leadId,
  leadMatch,
  leadMatches,
  leadPayment,
  leadPost,
  leadsPage,
  leadsPaging,
  leadsSeen,
  type PostedLead,
  type PublicLeadsPage,
  type PurchasedLeadsPage,
  postedLead,
  publicLeadsPage,
  purchasedLeadsPage,
  type RefundOutcome,
  type RefundRequest,
  type RefundRequestDecision,
  refundOutcome,
  refundRequest,
  refundRequestDecision,
  type StaffLeadAction,
  type StaffReason,
  staffLeadAction,
  staffReason,
} from './contract.ts';
import { LeadReceipts } from './lead-receipts.queries.ts';
import { staffRoles } from './leads.access.ts';
import {
  ChangeLead,
  CloseLead,
  DecideLeadRefund,
  MarkLeadBooked,
  ModerateLead,
  PostLead,
  RefundLeadPurchase,
  RequestLeadPayment,
  RequestLeadRefund,
  ViewLeads,
  WithdrawLead,
} from './leads.commands.ts';
import { LeadsQueries } from './leads.queries.ts';
import { LeadMatchesQueries } from './scoring/index.ts';

@Controller('api/v1/leads')
export class LeadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly leads: LeadsQueries,
    private readonly matches: LeadMatchesQueries,
    private readonly context: Context,
    private readonly receipts: LeadReceipts,
  ) {}

  @Get()
  @Returns(leadsPage)
  browse(@Query({ schema: leadFilter }) filter: LeadFilter): Promise<LeadsPage> {
    return this.leads.browse(filter);
  }

  @Get('mine')
  @Returns(leadsPage)
  mine(@Query({ schema: leadsPaging }) paging: LeadsPaging): Promise<LeadsPage> {
    return this.leads.mine(paging);
  }

  @Get('purchased')
  @Returns(purchasedLeadsPage)
  purchased(@Query({ schema: leadsPaging }) paging: LeadsPaging): Promise<PurchasedLeadsPage> {
    return this.leads.purchased(paging);
  }

  @Get(':id/match')
  @Returns(leadMatch)
  match(@Param('id', { schema: leadId }) id: string): Promise<LeadMatch> {
    return this.matches.explain(id);
  }

  @Get(':id')
  @Returns(lead)
  byId(@Param('id', { schema: leadId }) id: string): Promise<Lead> {
    return this.leads.byId(id);
  }

  @Get(':id/receipt')
  @Returns(receipt)
  receipt(@Param('id', { schema: leadId }) id: string): Promise<Receipt> {
    return this.receipts.of(id);
  }

  @Post()
  @Costly({ name: 'api.post-lead', times: 30, seconds: 3_600, acceptedOnly: true })
  @Returns(postedLead)
  async post(@Body({ schema: leadPost }) post: LeadPost): Promise<PostedLead> {
    const id = await this.commands.execute(new PostLead(post));
    return { id, position: String(this.context.wrote) };
  }

  @Put(':id')
  @Costly({ name: 'api.change-lead', times: 20, seconds: 60 })
  @Returns(postedLead)
  async change(
    @Param('id', { schema: leadId }) id: Lead['id'],
    @Body({ schema: leadPost }) post: LeadPost,
  ): Promise<PostedLead> {
    await this.commands.execute(new ChangeLead(id, post));
    return { id, position: String(this.context.wrote) };
  }

  @Post('views')
  @ReturnsNothing()
  view(@Body({ schema: leadsSeen }) { leadIds }: LeadsSeen): Promise<void> {
    return this.commands.execute(new ViewLeads(leadIds));
  }

  @Get(':id/purchases')
  @Returns(leadBuyers)
  purchases(@Param('id', { schema: leadId }) id: string): Promise<LeadBuyers> {
    return this.leads.buyers(id);
  }

  @Post(':id/withdraw')
  @ReturnsNothing()
  withdraw(@Param('id', { schema: leadId }) id: string): Promise<void> {
    return this.commands.execute(new WithdrawLead(id));
  }

  @Post(':id/close')
  @ReturnsNothing()
  close(@Param('id', { schema: leadId }) id: string): Promise<void> {
    return this.commands.execute(new CloseLead(id));
  }

  @Post(':id/refund-request')
  @Costly({ name: 'api.request-lead-refund', times: 30, seconds: 3_600 })
  @HttpCode(200)
  @Returns(refundOutcome)
  async requestRefund(
    @Param('id', { schema: leadId }) id: string,
    @Body({ schema: refundRequest }) request: RefundRequest,
  ): Promise<RefundOutcome> {
    return { status: await this.commands.execute(new RequestLeadRefund(id, request)) };
  }

  @Post(':id/mark-booked')
  @ReturnsNothing()
  markBooked(@Param('id', { schema: leadId }) id: string): Promise<void> {
    return this.commands.execute(new MarkLeadBooked(id, null));
  }
}

@Public()
@Controller('api/v1/leads/public')
export class PublicLeadsController {
  constructor(private readonly leads: LeadsQueries) {}

  @Get()
  @Costly({ name: 'api.public-leads', times: 60, seconds: 60 })
  @Returns(publicLeadsPage)
  browse(@Query({ schema: leadFilter }) filter: LeadFilter): Promise<PublicLeadsPage> {
    return this.leads.browsePublic(filter);
  }
}

@Controller('api/v1/staff/leads')
export class StaffLeadsController {
  constructor(private readonly commands: CommandBus) {}

  @StaffOnly(...staffRoles['POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund'])
  @Post(':id/purchases/:buyerId/refund')
  @ReturnsNothing()
  refundPurchase(
    @Param('id', { schema: leadId }) id: string,
    @Param('buyerId', { schema: userId }) buyerId: string,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    return this.commands.execute(new RefundLeadPurchase(id, buyerId, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/leads/{id}/purchases/{buyerId}/refund-request/{decision}'])
  @Post(':id/purchases/:buyerId/refund-request/:decision')
  @ReturnsNothing()
  decideRefund(
    @Param('id', { schema: leadId }) id: string,
    @Param('buyerId', { schema: userId }) buyerId: string,
    @Param('decision', { schema: refundRequestDecision }) decision: RefundRequestDecision,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    return this.commands.execute(new DecideLeadRefund(id, buyerId, decision, reason));
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/leads/{id}/{action}'])
  @Post(':id/:action')
  @ReturnsNothing()
  moderate(
    @Param('id', { schema: leadId }) id: string,
    @Param('action', { schema: staffLeadAction }) action: StaffLeadAction,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<void> {
    return this.commands.execute(new ModerateLead(id, action, reason));
  }
}

@Controller('functions/v1')
export class LeadsFunctionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly leads: LeadsQueries,
  ) {}

  @Post('match-leads')
  @Costly({ name: 'api.match-leads', times: 120, seconds: 60 })
  @HttpCode(200)
  @Returns(leadMatches)
  match(@Query({ schema: leadFilter }) filter: LeadFilter): Promise<LeadMatches> {
    return this.leads.matches(filter);
  }

  @Post('create-lead-payment')
  @Costly({ name: 'api.unlock', times: 20, seconds: 60 })
  @HttpCode(200)
  @Returns(checkout)
  createPayment(@Body({ schema: leadPayment }) { leadId }: LeadPayment): Promise<Checkout> {
    return this.commands.execute(new RequestLeadPayment(leadId));
  }
}
