import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { type Page } from '#platform/projections';
import { Costly } from '#platform/rate-limits';
import {
  type Lead,
  type LeadFilter,
  type LeadPayment,
  type LeadPost,
  type LeadsPage,
  leadFilter,
  leadId,
  leadPayment,
  leadPost,
  leadsPage,
  type PurchasedLead,
} from './contract.ts';
import { PostLead, RequestLeadPayment, WithdrawLead } from './leads.commands.ts';
import { LeadsQueries } from './leads.queries.ts';

@Controller('api/v1/leads')
export class LeadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly leads: LeadsQueries,
    private readonly context: Context,
  ) {}

  @Get()
  browse(@Query({ schema: leadFilter }) filter: LeadFilter): Promise<Page<Lead>> {
    return this.leads.browse(filter);
  }

  @Get('mine')
  mine(@Query({ schema: leadsPage }) page: LeadsPage): Promise<Page<Lead>> {
    return this.leads.mine(page);
  }

  @Get('purchased')
  purchased(@Query({ schema: leadsPage }) page: LeadsPage): Promise<Page<PurchasedLead>> {
    return this.leads.purchased(page);
  }

  @Get(':id')
  byId(@Param('id', { schema: leadId }) id: string): Promise<Lead> {
    return this.leads.byId(id);
  }

  @Post()
  async post(@Body({ schema: leadPost }) lead: LeadPost): Promise<{ id: string; position: string }> {
    const id = await this.commands.execute(new PostLead(lead));
    return { id, position: String(this.context.wrote) };
  }

  @Post(':id/withdraw')
  @HttpCode(204)
  withdraw(@Param('id', { schema: leadId }) id: string): Promise<void> {
    return this.commands.execute(new WithdrawLead(id));
  }
}

@Controller('functions/v1')
export class LeadsFunctionsController {
  constructor(private readonly commands: CommandBus) {}

  @Post('create-lead-payment')
  @Costly({ name: 'api.unlock', times: 20, seconds: 60 })
  @HttpCode(200)
  createPayment(@Body({ schema: leadPayment }) { leadId }: LeadPayment): Promise<{ url: string }> {
    return this.commands.execute(new RequestLeadPayment(leadId));
  }
}
