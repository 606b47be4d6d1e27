import { randomBytes, scrypt as scryptCallback, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LimitReached } from '#identity';
import { Context } from '#platform/context';
import { EventStore } from '#platform/event-store';
import { type Limit, Limits } from '#platform/rate-limits';
import { GalleriesQueries } from './galleries.queries.ts';
import { gallery, requireShareable } from './gallery.ts';
import { type GalleryShare, galleryShare, requireActive, type ShareAccess } from './gallery-share.ts';

const scrypt = promisify<string, Buffer, number, Buffer>(scryptCallback);
const keyLength = 32;

/** A slow hash with a salt, for the passwords and PINs of links. */
const hashOf = async (secret: string, salt = randomBytes(16)): Promise<string> =>
  `${salt.toString('base64')}.${(await scrypt(secret.normalize('NFKC'), salt, keyLength)).toString('base64')}`;

const matches = async (secret: string, hash: string): Promise<boolean> => {
  const [salt = ''] = hash.split('.');
  const [mine, stored] = [await hashOf(secret, Buffer.from(salt, 'base64')), hash].map((each) => Buffer.from(each));
  return mine !== undefined && stored !== undefined && mine.length === stored.length && timingSafeEqual(mine, stored);
};

/** `password` and `pin` in clear; the PIN is needed for downloads only. `expiresAt` in ISO 8601 UTC. */
export type NewShare = {
  readonly label?: string | undefined;
  readonly access: ShareAccess;
  readonly password?: string | undefined;
  readonly pin?: string | undefined;
  readonly expiresAt?: string | undefined;
};

/** Creates a link to a gallery for people without an account. Returns its id. */
export class CreateGalleryShare extends Command<`gallery-share-${string}`> {
  constructor(
    readonly galleryId: string,
    readonly share: NewShare,
  ) {
    super();
  }
}

@CommandHandler(CreateGalleryShare)
export class CreateGalleryShareHandler implements ICommandHandler<CreateGalleryShare> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly galleries: GalleriesQueries,
  ) {}

  async execute({ galleryId, share }: CreateGalleryShare): Promise<`gallery-share-${string}`> {
    const id = `gallery-share-${this.context.newId()}` as const;
    const { state } = await this.store.load(gallery, galleryId);
    // Checked before the secrets are hashed, because the hash is slow on purpose.
    requireShareable(state, this.context.origin.by);
    await this.store.handle(galleryShare, id, 'create', {
      gallery: { ...state, id: galleryId },
      count: await this.galleries.countLinks(galleryId),
      label: share.label || null,
      access: share.access,
      passwordHash: share.password ? await hashOf(share.password) : null,
      pinHash: share.pin ? await hashOf(share.pin) : null,
      expiresAt: share.expiresAt ?? null,
    });
    return id;
  }
}

/** Revokes a link, and with it the URLs that were created through it. Idempotent. */
export class RevokeGalleryShare extends Command<void> {
  constructor(
    readonly galleryId: string,
    readonly shareId: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeGalleryShare)
export class RevokeGalleryShareHandler implements ICommandHandler<RevokeGalleryShare> {
  constructor(private readonly store: EventStore) {}

  async execute({ galleryId, shareId }: RevokeGalleryShare): Promise<void> {
    const { state } = await this.store.load(gallery, galleryId);
    await this.store.handle(galleryShare, shareId, 'revoke', { gallery: { ...state, id: galleryId } });
  }
}

/** Begins a visit through a link. Returns what the visit allows. */
export class OpenGalleryShare extends Command<ShareAccess> {
  constructor(
    readonly shareId: string,
    readonly secrets: { readonly password?: string | undefined; readonly pin?: string | undefined },
  ) {
    super();
  }
}

@CommandHandler(OpenGalleryShare)
export class OpenGalleryShareHandler implements ICommandHandler<OpenGalleryShare> {
  constructor(
    private readonly store: EventStore,
    private readonly context: Context,
    private readonly limits: Limits,
  ) {}

  async execute({ shareId, secrets }: OpenGalleryShare): Promise<ShareAccess> {
    const { state } = await this.store.load(galleryShare, shareId);
    const { state: ofGallery } = await this.store.load(gallery, `gallery-${state.galleryId.slice('gallery-'.length)}`);
    // Invalid links are refused before the secrets are compared, because the comparison is slow.
    requireActive(state, ofGallery, this.context.now().toISOString());
    const proofs = await this.#proofs(shareId, state, secrets);
    const { by } = this.context.origin;
    const visitorId = by.kind === 'user' && /^[0-9a-f-]{36}$/.test(by.id) ? by.id : null;
    const { events } = await this.store.handle(galleryShare, shareId, 'open', {
      gallery: ofGallery,
      proofs,
      visitorId,
    });
    const [opened] = events;
    return opened?.type === 'GalleryShareOpened' ? opened.data.access : 'view';
  }

  /** Compares the secrets. Throws {@link LimitReached} after too many wrong ones, even if these are right. */
  async #proofs(shareId: string, state: GalleryShare, { password, pin }: OpenGalleryShare['secrets']) {
    if (!password && !pin) return { password: null, pin: null };
    await this.#takeGuess(shareId);
    const proofs = {
      password: await isCorrectSecret(password, state.passwordHash),
      pin: await isCorrectSecret(pin, state.pinHash),
    };
    if (proofs.password !== false && proofs.pin !== false) await this.#giveBack(wrongSecrets, shareId);
    return proofs;
  }

  /** Counts the guess as wrong before it is compared, so that many sent at once are not all compared. */
  async #takeGuess(shareId: string): Promise<void> {
    for (const [index, limit] of wrongSecrets.entries()) {
      const allowance = await this.limits.take(limit, shareId);
      if (allowance.allowed) continue;
      await this.#giveBack(wrongSecrets.slice(0, index + 1), shareId);
      throw new LimitReached('requests', allowance);
    }
  }

  async #giveBack(limits: readonly Limit[], shareId: string): Promise<void> {
    for (const limit of limits) await this.limits.giveBack(limit, shareId);
  }
}

/**
 * Wrong passwords and PINs of one link, from all visitors together: a PIN of four digits must not be found by trying.
 */
const wrongSecrets = [
  { name: 'galleries.wrong-secret', times: 10, seconds: 900 },
  { name: 'galleries.wrong-secret-daily', times: 50, seconds: 86_400 },
] as const;

/** Whether the secret is the one of the link; null if none was given, or the link has none. */
const isCorrectSecret = async (secret: string | undefined, hash: string | null): Promise<boolean | null> =>
  secret && hash !== null ? matches(secret, hash) : null;

/** Records that a visitor downloaded a file, or with null the whole gallery. */
export class RecordShareDownload extends Command<void> {
  constructor(
    readonly shareId: string,
    readonly itemId: string | null,
  ) {
    super();
  }
}

@CommandHandler(RecordShareDownload)
export class RecordShareDownloadHandler implements ICommandHandler<RecordShareDownload> {
  constructor(private readonly store: EventStore) {}

  async execute({ shareId, itemId }: RecordShareDownload): Promise<void> {
    await this.store.handle(galleryShare, shareId, 'recordDownload', { itemId });
  }
}

/** Removes a link with its visits, because a party of its gallery was erased. Idempotent. */
export class RemoveGalleryShare extends Command<void> {
  constructor(readonly shareId: string) {
    super();
  }
}

@CommandHandler(RemoveGalleryShare)
export class RemoveGalleryShareHandler implements ICommandHandler<RemoveGalleryShare> {
  constructor(private readonly store: EventStore) {}

  async execute({ shareId }: RemoveGalleryShare): Promise<void> {
    await this.store.handle(galleryShare, shareId, 'remove', {});
  }
}
