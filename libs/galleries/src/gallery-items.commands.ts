import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Actor, refuse } from '#kernel';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { gallery, requireOpen } from './gallery.ts';
import { galleryItem, type MediaKind } from './gallery-item.ts';

/** A file that was uploaded and stored. `path` is where; `fileSize` in bytes, `sha256` in lower-case hexadecimal. */
export type StoredFile = {
  readonly path: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly fileSize: number;
  readonly sha256: string;
};
/**
 * The properties of a processed file: its dimensions in pixels as shown, `durationMs` for videos only, checksums as
 * CRC-32.
 */
export type ItemFacts = {
  readonly originalCrc32: number;
  readonly largeCrc32: number;
  readonly largeSize: number;
  readonly fullCrc32: number;
  readonly fullSize: number;
  readonly kind: MediaKind;
  readonly width: number;
  readonly height: number;
  readonly thumbhash: string;
  readonly durationMs: number | null;
};

/** The id of the item that an upload becomes. */
export const itemIdOf = (uploadId: string): `gallery-item-${string}` => `gallery-item-${uploadId}`;

/** The gallery with this id as the rules about its items need it. */
const galleryFor = async (store: EventStore, id: string) => ({ ...(await store.load(gallery, id)).state, id });

/**
 * The gallery if this person may change its contents and it has all of these items. Refuses `gallery-item-not-found`,
 * and what {@link requireOpen} refuses.
 */
const openGalleryWith = async (store: EventStore, id: string, itemIds: readonly string[], by: Actor) => {
  const inGallery = await galleryFor(store, id);
  requireOpen(inGallery, by);
  const listed = new Set(inGallery.items.map((item) => item.id));
  if (!itemIds.every((itemId) => listed.has(itemId))) refuse('gallery-item-not-found', 'This file does not exist');
  return inGallery;
};

/**
 * Adds an uploaded file to a gallery that is not delivered. Idempotent: an upload becomes one item, and repeating the
 * command completes what a crash interrupted. Refuses `gallery-delivered` and `gallery-full`.
 */
export class AddGalleryItem extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly uploadId: string,
    readonly file: StoredFile,
  ) {
    super();
  }
}

@CommandHandler(AddGalleryItem)
export class AddGalleryItemHandler implements ICommandHandler<AddGalleryItem> {
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, uploadId, file }: AddGalleryItem): Promise<void> {
    const itemId = itemIdOf(uploadId);
    // The gallery's stream comes first: it decides whether the file is part of the next delivery.
    const { state } = await this.#inTurn(galleryId, () =>
      this.store.handle(gallery, galleryId, 'list', { itemId, size: file.fileSize }),
    );
    const isListed = state.items.some(({ id }) => id === itemId);
    const facts = { ...file, isListed, gallery: { ...state, id: galleryId } };
    await this.store.handle(galleryItem, itemId, 'add', facts);
  }

  /**
   * Parallel uploads into one gallery append one after another, because they would otherwise only conflict with each
   * other.
   */
  async #inTurn<T>(galleryId: string, append: () => Promise<T>): Promise<T> {
    const turn = (this.#last.get(galleryId) ?? Promise.resolve()).then(append, append);
    this.#last.set(galleryId, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(galleryId) === turn) this.#last.delete(galleryId);
    }
  }
}

/** Records that the copies of an item's file are stored. Idempotent. */
export class RecordGalleryItemCopies extends Command<void> {
  constructor(
    readonly itemId: string,
    readonly facts: ItemFacts,
  ) {
    super();
  }
}

@CommandHandler(RecordGalleryItemCopies)
export class RecordGalleryItemCopiesHandler implements ICommandHandler<RecordGalleryItemCopies> {
  constructor(private readonly store: EventStore) {}

  async execute({ itemId, facts }: RecordGalleryItemCopies): Promise<void> {
    await this.store.handle(galleryItem, itemId, 'recordDerived', facts);
  }
}

/** Records why an item's file cannot be shown: a sentence for its creator. Idempotent. */
export class RecordGalleryItemRefusal extends Command<void> {
  constructor(
    readonly itemId: string,
    readonly message: string,
  ) {
    super();
  }
}

@CommandHandler(RecordGalleryItemRefusal)
export class RecordGalleryItemRefusalHandler implements ICommandHandler<RecordGalleryItemRefusal> {
  constructor(private readonly store: EventStore) {}

  async execute({ itemId, message }: RecordGalleryItemRefusal): Promise<void> {
    await this.store.handle(galleryItem, itemId, 'recordRefusal', { message });
  }
}

/** What to change of an item; undefined keeps a value, null removes a text. */
export type ItemChange = {
  readonly title?: string | null | undefined;
  readonly section?: string | null | undefined;
  readonly sortOrder?: number | undefined;
};

/** Changes an item's texts and its place in the order, as long as its gallery is not delivered. */
export class ChangeGalleryItem extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly itemId: string,
    readonly change: ItemChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeGalleryItem)
export class ChangeGalleryItemHandler implements ICommandHandler<ChangeGalleryItem> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, itemId, change: { title, section, sortOrder } }: ChangeGalleryItem): Promise<void> {
    const inGallery = await galleryFor(this.store, galleryId);
    const texts = { title: textOf(title), section: textOf(section) };
    if (title !== undefined || section !== undefined || sortOrder === undefined)
      await this.store.handle(galleryItem, itemId, 'describe', { gallery: inGallery, ...texts });
    if (sortOrder !== undefined)
      await this.store.handle(galleryItem, itemId, 'move', { gallery: inGallery, sortOrder });
  }
}

const textOf = (text: string | null | undefined) => (text === undefined ? undefined : text || null);

/**
 * Moves items to a section, or with null out of theirs, as long as their gallery is not delivered. Nothing changes if
 * one of them does not exist.
 */
export class MoveGalleryItemsToSection extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly itemIds: readonly string[],
    readonly section: string | null,
  ) {
    super();
  }
}

@CommandHandler(MoveGalleryItemsToSection)
export class MoveGalleryItemsToSectionHandler implements ICommandHandler<MoveGalleryItemsToSection> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ galleryId, itemIds, section }: MoveGalleryItemsToSection): Promise<void> {
    const inGallery = await openGalleryWith(this.store, galleryId, itemIds, this.context.origin.by);
    for (const itemId of itemIds)
      await this.store.handle(galleryItem, itemId, 'describe', { gallery: inGallery, section: textOf(section) });
  }
}

/** The number by which an item is ordered. */
export type ItemPlace = { readonly itemId: string; readonly sortOrder: number };

/**
 * Gives items other places in the order, as long as their gallery is not delivered. Nothing changes if one of them does
 * not exist. They are stored in the order of the list; repeating the command completes what a crash interrupted.
 */
export class OrderGalleryItems extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly places: readonly ItemPlace[],
  ) {
    super();
  }
}

@CommandHandler(OrderGalleryItems)
export class OrderGalleryItemsHandler implements ICommandHandler<OrderGalleryItems> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
  ) {}

  async execute({ galleryId, places }: OrderGalleryItems): Promise<void> {
    const itemIds = places.map(({ itemId }) => itemId);
    const inGallery = await openGalleryWith(this.store, galleryId, itemIds, this.context.origin.by);
    for (const { itemId, sortOrder } of places)
      await this.store.handle(galleryItem, itemId, 'move', { gallery: inGallery, sortOrder });
  }
}

/** Marks an item as a favorite of the client, or removes the mark. Only for the client. */
export class FavoriteGalleryItem extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly itemId: string,
    readonly isFavorite: boolean,
  ) {
    super();
  }
}

@CommandHandler(FavoriteGalleryItem)
export class FavoriteGalleryItemHandler implements ICommandHandler<FavoriteGalleryItem> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, itemId, isFavorite }: FavoriteGalleryItem): Promise<void> {
    const inGallery = await galleryFor(this.store, galleryId);
    await this.store.handle(galleryItem, itemId, 'favorite', { gallery: inGallery, isFavorite });
  }
}

/** Removes an item from a gallery that is not delivered. Its files are removed afterwards. */
export class RemoveGalleryItem extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly itemId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveGalleryItem)
export class RemoveGalleryItemHandler implements ICommandHandler<RemoveGalleryItem> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, itemId }: RemoveGalleryItem): Promise<void> {
    // An upload that is just being added has no stream of its own yet. It cannot be removed before.
    const isAdded = (await this.store.load(galleryItem, itemId)).state.galleryId === galleryId;
    const { state, events } = isAdded
      ? await this.store.handle(gallery, galleryId, 'unlist', { itemId })
      : { ...(await this.store.load(gallery, galleryId)), events: [] };
    const unlisted = events.length > 0;
    await this.store.handle(galleryItem, itemId, 'remove', { gallery: { ...state, id: galleryId }, unlisted });
  }
}

/** Removes an item from its gallery if its upload was interrupted before the item's own stream began. */
export class UnlistMissingGalleryItem extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly itemId: string,
  ) {
    super();
  }
}

@CommandHandler(UnlistMissingGalleryItem)
export class UnlistMissingGalleryItemHandler implements ICommandHandler<UnlistMissingGalleryItem> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, itemId }: UnlistMissingGalleryItem): Promise<void> {
    const { status } = (await this.store.load(galleryItem, itemId)).state;
    if (status === 'none') await this.store.handle(gallery, galleryId, 'unlist', { itemId });
  }
}
