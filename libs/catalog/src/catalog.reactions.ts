import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { IdentityPublished } from '#identity';
import { erasureRecheckDelay, type Reaction } from '#platform/reactions';
import { CloseProfile } from './catalog.commands.ts';

@Injectable()
export class CatalogReactions {
  constructor(private readonly commands: CommandBus) {}

  readonly closeProfile: Reaction<IdentityPublished> = {
    name: 'catalog.close-profile',
    to: 'PersonErased',
    queue: 'erasure',
    react: ({ data: { personId } }) => this.commands.execute(new CloseProfile(personId)),
  };

  readonly closeLateProfile: Reaction<IdentityPublished> = {
    ...this.closeProfile,
    name: 'catalog.close-late-profile',
    catchUp: true,
    delay: erasureRecheckDelay,
  };
}
