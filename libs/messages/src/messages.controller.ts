import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  type AttachmentUrl,
  attachmentId,
  attachmentUrl,
  type MessagePaging,
  type MessagesPage,
  messagePaging,
  messagesPage,
  type NewMessage,
  newMessage,
  type OpenedThread,
  openedThread,
  type ReadMessages,
  readMessages,
  type SentMessage,
  sentMessage,
  type Thread,
  type ThreadReport,
  type ThreadSubject,
  type ThreadsPage,
  thread,
  threadId,
  threadReport,
  threadSubject,
  threadsPage,
} from './contract.ts';
import { BlockThread, OpenThread, ReadThread, ReportThread, SendMessage, type ThreadId } from './messages.commands.ts';
import { MessagesQueries } from './messages.queries.ts';

@Controller('api/v1/threads')
export class ThreadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: MessagesQueries,
    private readonly context: Context,
  ) {}

  @Get()
  @Returns(threadsPage)
  mine(@Query({ schema: messagePaging }) paging: MessagePaging): Promise<ThreadsPage> {
    return this.queries.mine(paging);
  }

  @Post()
  @Returns(openedThread)
  async open(@Body({ schema: threadSubject }) subject: ThreadSubject): Promise<OpenedThread> {
    const id = (await this.commands.execute(new OpenThread(subject))) as OpenedThread['id'];
    return { id, position: `${this.context.wrote}` };
  }

  @Get(':id')
  @Returns(thread)
  byId(@Param('id', { schema: threadId }) id: ThreadId): Promise<Thread> {
    return this.queries.byId(id);
  }

  @Get(':id/messages')
  @Returns(messagesPage)
  messages(
    @Param('id', { schema: threadId }) id: ThreadId,
    @Query({ schema: messagePaging }) paging: MessagePaging,
  ): Promise<MessagesPage> {
    return this.queries.messages(id, paging);
  }

  @Post(':id/messages')
  @Costly({ name: 'api.message', times: 30, seconds: 60 })
  @Returns(sentMessage)
  async send(
    @Param('id', { schema: threadId }) thread: ThreadId,
    @Body({ schema: newMessage }) { text, attachmentIds }: NewMessage,
  ): Promise<SentMessage> {
    const id = await this.commands.execute(new SendMessage(thread, text, attachmentIds));
    return { id, position: `${this.context.wrote}` };
  }

  @Post(':id/attachments/:attachmentId/url')
  @HttpCode(200)
  @Returns(attachmentUrl)
  attachment(
    @Param('id', { schema: threadId }) thread: ThreadId,
    @Param('attachmentId', { schema: attachmentId }) id: string,
  ): Promise<AttachmentUrl> {
    return this.queries.attachment(thread, id);
  }

  @Post(':id/read')
  @ReturnsNothing()
  read(
    @Param('id', { schema: threadId }) id: ThreadId,
    @Body({ schema: readMessages }) { upTo }: ReadMessages,
  ): Promise<void> {
    return this.commands.execute(new ReadThread(id, upTo));
  }

  @Post(':id/report')
  @Costly({ name: 'api.report', times: 10, seconds: 3600 })
  @ReturnsNothing()
  report(
    @Param('id', { schema: threadId }) id: ThreadId,
    @Body({ schema: threadReport }) { reason }: ThreadReport,
  ): Promise<void> {
    return this.commands.execute(new ReportThread(id, reason));
  }

  @Post(':id/block')
  @ReturnsNothing()
  block(@Param('id', { schema: threadId }) id: ThreadId): Promise<void> {
    return this.commands.execute(new BlockThread(id, 'block'));
  }

  @Post(':id/unblock')
  @ReturnsNothing()
  unblock(@Param('id', { schema: threadId }) id: ThreadId): Promise<void> {
    return this.commands.execute(new BlockThread(id, 'unblock'));
  }
}
