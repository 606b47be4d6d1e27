import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ConversationsQueries } from '#ai';
import {
  conversationId,
  type RevealedConversation,
  revealedConversation,
  type StaffConversationFilter,
  type StaffConversationsPage,
  staffConversationFilter,
  staffConversationsPage,
} from '#ai/contract';
import { StaffOnly } from '#identity';
import { type StaffReason, staffReason } from '#leads/contract';
import { Returns } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { staffRoles } from './backoffice.access.ts';
import { RevealConversation } from './staff-conversations.commands.ts';

/** What visitors and users asked the assistant, and what it answered from which data. */
@Controller('api/v1/staff/conversations')
export class StaffConversationsController {
  constructor(
    private readonly conversations: ConversationsQueries,
    private readonly commands: CommandBus,
  ) {}

  @StaffOnly(...staffRoles['GET /api/v1/staff/conversations'])
  @Get()
  @Returns(staffConversationsPage)
  list(@Query({ schema: staffConversationFilter }) filter: StaffConversationFilter): Promise<StaffConversationsPage> {
    return this.conversations.forStaff(filter);
  }

  @StaffOnly(...staffRoles['POST /api/v1/staff/conversations/{id}/reveal'])
  @Costly({ name: 'api.reveal-conversation', times: 30, seconds: 3600 })
  @Post(':id/reveal')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Returns(revealedConversation)
  reveal(
    @Param('id', { schema: conversationId }) id: string,
    @Body({ schema: staffReason }) { reason }: StaffReason,
  ): Promise<RevealedConversation> {
    return this.commands.execute(new RevealConversation(id, reason));
  }
}
