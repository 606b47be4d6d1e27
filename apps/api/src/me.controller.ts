import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Header, Req, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { type Caller, CloseAccount, IdentityQueries } from '#identity';
import { accountClosing, type Me, me } from '#identity/contract';
import { Context } from '#platform/context';
import { Returns, ReturnsFile, ReturnsNothing } from '#platform/http';
import { Modules } from '#platform/module';
import { Costly } from '#platform/rate-limits';
import { AccountArchive, accountArchive } from './account-archive.ts';
import type { ApiRequest } from './session.guard.ts';

@Controller('api/v1/me')
export class MeController {
  constructor(
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly identity: IdentityQueries,
    private readonly modules: Modules,
    private readonly archive: AccountArchive,
  ) {}

  @Get()
  @Returns(me)
  async me(): Promise<Me> {
    const { id } = this.context.origin.by;
    const facts = this.modules.all.map(({ definition, queries }) => definition.account?.facts?.(id, queries));
    return Object.assign(await this.identity.me(id), ...(await Promise.all(facts)));
  }

  /** Everything the product stores about the caller, as a file. */
  @Get('export')
  @Costly({ name: 'api.export', times: 10, seconds: 3600 })
  @Header('Cache-Control', 'no-store')
  @ReturnsFile(accountArchive)
  export(@Req() request: ApiRequest): StreamableFile {
    return new StreamableFile(Readable.from(this.archive.of(callerOf(request))), {
      type: 'application/json; charset=utf-8',
      disposition: 'attachment; filename="festoon-data.json"',
    });
  }

  /** Closes the caller's account and erases their data. A module refuses this while other people rely on the caller. */
  @Delete()
  @ReturnsNothing()
  async close(
    @Body({ schema: accountClosing }) proof: z.output<typeof accountClosing>,
    @Req() request: ApiRequest & { ip?: string },
  ): Promise<void> {
    const { userId, sessionId } = callerOf(request);
    for (const { definition, queries } of this.modules.all)
      await definition.account?.requireClosable?.(userId, queries);
    await this.commands.execute(new CloseAccount(userId, sessionId, proof, request.ip));
  }
}

const callerOf = ({ caller }: ApiRequest): Caller => {
  if (!caller) throw new Error('The session guard has not run');
  return caller;
};
