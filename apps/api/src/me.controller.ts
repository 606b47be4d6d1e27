import { Readable } from 'node:stream';
import { Body, Controller, Delete, Get, Header, HttpCode, Req, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import { BookingsQueries } from '#bookings';
import { CatalogQueries } from '#catalog';
import { type Caller, CloseAccount, IdentityQueries } from '#identity';
import { accountClosing, type Me } from '#identity/contract';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { AccountArchive } from './account-archive.ts';
import type { ApiRequest } from './session.guard.ts';

const awaited =
  'You have a booking that is confirmed or paid for. Once it is completed or cancelled, you can delete your account.';

@Controller('api/v1/me')
export class MeController {
  constructor(
    private readonly context: Context,
    private readonly commands: CommandBus,
    private readonly identity: IdentityQueries,
    private readonly catalog: CatalogQueries,
    private readonly bookings: BookingsQueries,
    private readonly archive: AccountArchive,
  ) {}

  @Get()
  async me(): Promise<Me> {
    const { id } = this.context.origin.by;
    const [me, onboardingCompleted] = await Promise.all([this.identity.me(id), this.catalog.onboarded(id)]);
    return { ...me, onboardingCompleted };
  }

  /** All that is held of the caller, to keep. */
  @Get('export')
  @Header('Cache-Control', 'no-store')
  export(@Req() request: ApiRequest): StreamableFile {
    return new StreamableFile(Readable.from(this.archive.of(callerOf(request))), {
      type: 'application/json; charset=utf-8',
      disposition: 'attachment; filename="festoon-data.json"',
    });
  }

  /** Erases the caller. Refuses `account-awaited` while somebody counts on them. */
  @Delete()
  @HttpCode(204)
  async close(
    @Body({ schema: accountClosing }) proof: z.output<typeof accountClosing>,
    @Req() request: ApiRequest & { ip?: string },
  ): Promise<void> {
    const { userId, sessionId } = callerOf(request);
    if (await this.bookings.isAwaited(userId)) refuse('account-awaited', awaited);
    await this.commands.execute(new CloseAccount(userId, sessionId, proof, request.ip));
  }
}

const callerOf = ({ caller }: ApiRequest): Caller => {
  if (!caller) throw new Error('The guard let nobody in');
  return caller;
};
