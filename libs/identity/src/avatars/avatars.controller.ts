import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Context } from '#platform/context';
import { Returns, ReturnsNothing } from '#platform/http';
import { type OwnAvatar, ownAvatar } from '../contract.ts';
import { RemoveAvatar } from './avatars.commands.ts';
import { AvatarQueries } from './avatars.queries.ts';

/** The caller's own picture. It is set by an upload with the purpose `avatar`. */
@Controller('api/v1/me/avatar')
export class AvatarController {
  constructor(
    private readonly commands: CommandBus,
    private readonly avatars: AvatarQueries,
    private readonly context: Context,
  ) {}

  @Get()
  @Returns(ownAvatar)
  mine(): Promise<OwnAvatar> {
    return this.avatars.ownAvatar(this.context.origin.by.id);
  }

  @Delete()
  @ReturnsNothing()
  async remove(): Promise<void> {
    await this.commands.execute(new RemoveAvatar(this.context.origin.by.id));
  }
}
