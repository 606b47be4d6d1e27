import { Controller, Delete, Get, Header, Param, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Returns, ReturnsNothing } from '#platform/http';
import { type OwnSessionList, ownSessionList, sessionId } from '../contract.ts';
import { OwnSessions } from './own-sessions.queries.ts';
import { RevokeSession } from './sessions.commands.ts';
import type { Caller } from './sessions.queries.ts';

/** The API's session guard sets the caller. */
type Request = { readonly caller: Caller };

/** The caller's sessions. */
@Controller('api/v1/me/sessions')
export class OwnSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sessions: OwnSessions,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @Returns(ownSessionList)
  async list(@Req() { caller }: Request): Promise<OwnSessionList> {
    return { items: await this.sessions.of(caller.userId, caller.sessionId), nextCursor: null };
  }

  @Delete(':id')
  @ReturnsNothing()
  async revoke(@Param('id', { schema: sessionId }) id: string, @Req() { caller }: Request): Promise<void> {
    await this.commands.execute(new RevokeSession(caller.userId, id));
  }
}
