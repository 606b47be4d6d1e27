import { aggregate, type Nothing, type PersonalData, refuse } from '#kernel';
import { type GalleryRights, requireCreator, requireShareable } from './gallery.ts';

/** How many links a gallery can have, without those that were revoked. */
export const maxLinks = 50;

/** What the holder of a link may do: look at the pictures, or download them too. */
export type ShareAccess = 'view' | 'download';
type InGallery = { gallery: GalleryRights & { readonly id: string } };
/** Whether the visitor entered the right password and PIN; null for one that was not entered. */
type Proofs = { password: boolean | null; pin: boolean | null };
/** The hash that an entered secret is compared with. Null if the link has none, and after its creator's erasure. */
type Hashes = { passwordHash: string | null; pinHash: string | null };
/** Whether a secret is needed. Stored separately from the hashes, so that erasing the hashes does not open the link. */
type Locks = { hasPassword: boolean; hasPin: boolean };

export type GalleryShareCommands = {
  /** `count`: how many links of the gallery work or have expired. */
  create: InGallery & Hashes & { label: string | null; access: ShareAccess; expiresAt: string | null; count: number };
  revoke: InGallery;
  open: { gallery: GalleryRights; proofs: Proofs; visitorId: string | null };
  /** A file was downloaded, or with null the whole gallery. */
  recordDownload: { itemId: string | null };
  /** Removes the link and its visits, because a party of the gallery was erased. */
  remove: Nothing;
};

export type GalleryShareEvents = {
  GalleryShareCreated: Locks &
    Hashes & {
      galleryId: string;
      creatorId: string;
      clientId: string;
      label: string | null;
      access: ShareAccess;
      expiresAt: string | null;
    };
  GalleryShareRevoked: { galleryId: string };
  /**
   * `access` is what this visit allows: without the PIN only to look. `visitorId` is set for users who are signed in.
   */
  GalleryShareOpened: { galleryId: string; access: ShareAccess; visitorId: string | null };
  GalleryShareDownloaded: { galleryId: string; itemId: string | null };
  GalleryShareRemoved: { galleryId: string };
};

const personalData: PersonalData<GalleryShareEvents> = {
  GalleryShareCreated: [
    { of: ['creatorId', 'clientId'], fields: ['label'] },
    { of: 'creatorId', fields: ['passwordHash', 'pinHash'] },
  ],
};

export type GalleryShare = Locks &
  Hashes & {
    readonly status: 'none' | 'active' | 'revoked' | 'removed';
    readonly galleryId: string;
    readonly access: ShareAccess;
    readonly expiresAt: string | null;
  };

export const galleryShare = aggregate<GalleryShareCommands, GalleryShareEvents, GalleryShare, 'gallery-share'>({
  stream: 'gallery-share',
  personalData,
  initial: {
    status: 'none',
    galleryId: '',
    access: 'view',
    expiresAt: null,
    hasPassword: false,
    hasPin: false,
    passwordHash: null,
    pinHash: null,
  },

  decide: {
    create({ status }, { facts: { gallery, count, ...link }, by, at }) {
      requireShareable(gallery, by);
      if (status !== 'none') refuse('gallery-share-exists', 'This link already exists');
      if (count >= maxLinks)
        refuse('gallery-share-limit', `A gallery can have ${maxLinks} links. Revoke one that is no longer needed.`);
      if (link.expiresAt !== null && link.expiresAt <= at)
        refuse('gallery-share-date-past', 'Choose a date that has not passed');
      if (link.pinHash !== null && link.access === 'view')
        refuse('gallery-share-pin', 'A PIN is for downloads, which this link does not allow');
      const locks = { hasPassword: link.passwordHash !== null, hasPin: link.pinHash !== null };
      const { id: galleryId, creatorId, clientId } = gallery;
      const data = { ...link, ...locks, galleryId, creatorId, clientId };
      return [{ type: 'GalleryShareCreated', data }];
    },

    revoke({ status, galleryId }, { facts: { gallery }, by }) {
      requireCreator(gallery, by);
      if (status === 'none' || status === 'removed' || galleryId !== gallery.id)
        refuse('gallery-share-not-found', 'This link does not exist');
      return status === 'revoked' ? [] : [{ type: 'GalleryShareRevoked', data: { galleryId } }];
    },

    open(state, { facts: { gallery, proofs, visitorId }, at }) {
      requireActive(state, gallery, at);
      if (state.hasPassword && !proofs.password)
        refuse('gallery-share-password', proofs.password === null ? 'Enter the password' : 'This password is wrong');
      if (state.hasPin && proofs.pin === false) refuse('gallery-share-pin', 'This PIN is wrong');
      const access = state.hasPin && !proofs.pin ? 'view' : state.access;
      return [{ type: 'GalleryShareOpened', data: { galleryId: state.galleryId, access, visitorId } }];
    },

    recordDownload({ galleryId }, { facts: { itemId } }) {
      return [{ type: 'GalleryShareDownloaded', data: { galleryId, itemId } }];
    },

    remove({ status, galleryId }, { by }) {
      if (by.kind === 'user' || by.kind === 'staff')
        refuse('gallery-share-not-allowed', 'Links are removed automatically when a party closes their account');
      return status === 'none' || status === 'removed' ? [] : [{ type: 'GalleryShareRemoved', data: { galleryId } }];
    },
  },

  evolve: {
    GalleryShareCreated: (state, { creatorId: _, clientId: __, label: ___, ...link }) => ({
      ...state,
      ...link,
      status: 'active',
    }),
    GalleryShareRevoked: (state) => ({ ...state, status: 'revoked' }),
    GalleryShareOpened: (state) => state,
    GalleryShareDownloaded: (state) => state,
    GalleryShareRemoved: (state) => ({ ...state, status: 'removed' }),
  },
});

/** Whether a link works at this moment, and its gallery can be seen by others than its creator. */
export const isActive = (
  { status, expiresAt }: Pick<GalleryShare, 'status' | 'expiresAt'>,
  gallery: Pick<GalleryRights, 'status'>,
  at: string,
): boolean =>
  status === 'active' &&
  (expiresAt === null || expiresAt > at) &&
  (gallery.status === 'ready' || gallery.status === 'delivered');

/** A link that was revoked, has expired or leads to a draft is refused like one that never existed. */
export function requireActive(state: GalleryShare, gallery: GalleryRights, at: string): void {
  if (!isActive(state, gallery, at)) refuse('gallery-share-not-found', 'This link does not exist or has expired');
}
