import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { IdentityQueries } from '#identity';
import { refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { gallerySettings } from './gallery-settings.ts';

/** Changes the caller's rules for all of their galleries. Only for professionals. */
export class ChangeGallerySettings extends Command<void> {
  constructor(
    readonly settings: { readonly lockOriginals?: boolean | undefined; readonly deliveryDays?: number | undefined },
  ) {
    super();
  }
}

@CommandHandler(ChangeGallerySettings)
export class ChangeGallerySettingsHandler implements ICommandHandler<ChangeGallerySettings> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly people: IdentityQueries,
  ) {}

  async execute({ settings }: ChangeGallerySettings): Promise<void> {
    const { id } = this.context.origin.by;
    const { role } = await this.people.me(id);
    if (role === 'client') refuse('gallery-settings-not-allowed', 'Only professionals have galleries');
    const { lockOriginals, deliveryDays } = settings;
    await this.store.handle(gallerySettings, `gallery-settings-${id}`, 'change', {
      ...(lockOriginals !== undefined && { lockOriginals }),
      ...(deliveryDays !== undefined && { deliveryDays }),
    });
  }
}

/** Removes the rules of a creator who was erased. Idempotent. */
export class RemoveGallerySettings extends Command<void> {
  constructor(readonly creatorId: string) {
    super();
  }
}

@CommandHandler(RemoveGallerySettings)
export class RemoveGallerySettingsHandler implements ICommandHandler<RemoveGallerySettings> {
  constructor(private readonly store: EventStore) {}

  async execute({ creatorId }: RemoveGallerySettings): Promise<void> {
    await this.store.handle(gallerySettings, `gallery-settings-${creatorId}`, 'remove', {});
  }
}
