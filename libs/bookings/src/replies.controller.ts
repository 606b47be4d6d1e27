import { Controller, Get, Param } from '@nestjs/common';
import { creatorId } from '#catalog/contract';
import { Public, Returns } from '#platform/http';
import { type ReplyTime, replyTime } from './contract.ts';
import { RepliesQueries } from './replies.queries.ts';

@Public()
@Controller('api/v1/creators')
export class RepliesController {
  constructor(private readonly replies: RepliesQueries) {}

  @Get(':id/reply-time')
  @Returns(replyTime)
  replyTime(@Param('id', { schema: creatorId }) id: string): Promise<ReplyTime> {
    return this.replies.replyTime(id);
  }
}
