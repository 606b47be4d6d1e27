import { Controller, Delete, Get, Header, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { type ShownConversation, shownConversation } from '../contract.ts';
import {
  type ConversationPaging,
  type ConversationsPage,
  conversationPaging,
  conversationReference,
  conversationsPage,
} from './contract.ts';
import { DeleteConversation } from './conversations.commands.ts';
import { ConversationsQueries } from './conversations.queries.ts';

@Controller('api/v1/conversations')
export class ConversationsController {
  constructor(
    private readonly queries: ConversationsQueries,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Returns(conversationsPage)
  mine(@Query({ schema: conversationPaging }) paging: ConversationPaging): Promise<ConversationsPage> {
    return this.queries.mine(paging);
  }

  /** Public for visits without an account. */
  @Public()
  @Get(':id')
  @Costly({ name: 'api.read-conversation', times: 30, seconds: 60 })
  @Header('Cache-Control', 'no-store')
  @Returns(shownConversation)
  byId(@Param('id', { schema: conversationReference }) id: string): Promise<ShownConversation> {
    return this.queries.own(id);
  }

  @Public()
  @Delete(':id')
  @ReturnsNothing()
  delete(@Param('id', { schema: conversationReference }) id: string): Promise<void> {
    return this.commands.execute(new DeleteConversation(id));
  }
}
