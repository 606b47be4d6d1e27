import type { SubmoduleParts } from '#platform/module';
import { avatar } from './avatar.ts';
import * as commands from './avatars.commands.ts';
import { AvatarController } from './avatars.controller.ts';
import { AvatarQueries } from './avatars.queries.ts';
import { AvatarReactions } from './avatars.reactions.ts';

/** The picture beside a user's name, from its upload to its removal. */
export const avatarsParts = {
  aggregates: [avatar],
  commands: [commands],
  controllers: [AvatarController],
  providers: [AvatarQueries],
  reactions: [AvatarReactions],
} satisfies SubmoduleParts;
