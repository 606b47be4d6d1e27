import { aggregate, type Nothing, type PersonalData, refuse } from '#kernel';
import { type GalleryRights, requireFavorites, requireOpen } from './gallery.ts';

export type MediaKind = 'image' | 'video';
/**
 * The uploaded file. `path` is where it is stored, `fileSize` in bytes, `sha256` its checksum in lower-case
 * hexadecimal.
 */
type File = { path: string; fileName: string; fileType: string; fileSize: number; sha256: string };
/** The gallery that the caller names, as it is when a command runs. */
type InGallery = { gallery: GalleryRights & { readonly id: string } };
/**
 * Pixels as the picture or the video's poster is shown; `durationMs` only for videos. The checksums (CRC-32) and the
 * sizes of the copies are needed before an archive of the files can be written: `large` is a preview, `full` the file
 * for visitors of a link.
 */
type Derived = {
  originalCrc32: number;
  largeCrc32: number;
  largeSize: number;
  fullCrc32: number;
  fullSize: number;
  kind: MediaKind;
  width: number;
  height: number;
  thumbhash: string;
  durationMs: number | null;
};

export type GalleryItemCommands = {
  /** `isListed`: whether the gallery's own stream has the item. */
  add: InGallery & File & { isListed: boolean };
  recordDerived: Derived;
  recordRefusal: { message: string };
  /** Undefined values stay unchanged. */
  describe: InGallery & { title?: string | null | undefined; section?: string | null | undefined };
  move: InGallery & { sortOrder: number };
  favorite: InGallery & { isFavorite: boolean };
  /** `unlisted`: whether this removal took the item off the gallery's list. */
  remove: InGallery & { unlisted: boolean };
};

export type GalleryItemEvents = {
  GalleryItemAdded: File & { galleryId: string; creatorId: string; clientId: string };
  GalleryItemDerived: Derived & { clientId: string };
  GalleryItemRefused: { message: string };
  GalleryItemDescribed: { title: string | null; section: string | null; creatorId: string; clientId: string };
  GalleryItemMoved: { sortOrder: number };
  GalleryItemFavorited: Nothing;
  GalleryItemUnfavorited: Nothing;
  GalleryItemRemoved: { galleryId: string; path: string };
};

/**
 * Personal data of the client too: a placeholder is a small picture of their event, and what creators write about a
 * file may name them.
 */
const personalData: PersonalData<GalleryItemEvents> = {
  GalleryItemAdded: { of: ['creatorId', 'clientId'], fields: ['fileName'] },
  GalleryItemDerived: { of: 'clientId', fields: ['thumbhash'] },
  GalleryItemDescribed: { of: ['creatorId', 'clientId'], fields: ['title', 'section'] },
};

export type GalleryItem = {
  readonly status: 'none' | 'processing' | 'ready' | 'refused' | 'removed';
  readonly galleryId: string;
  readonly creatorId: string;
  readonly clientId: string;
  readonly path: string;
  readonly title: string | null;
  readonly section: string | null;
  readonly sortOrder: number;
  readonly isFavorite: boolean;
};

export const galleryItem = aggregate<GalleryItemCommands, GalleryItemEvents, GalleryItem, 'gallery-item'>({
  stream: 'gallery-item',
  personalData,
  initial: {
    status: 'none',
    galleryId: '',
    creatorId: '',
    clientId: '',
    path: '',
    title: null,
    section: null,
    sortOrder: 0,
    isFavorite: false,
  },

  decide: {
    // Idempotent: the item's id is that of the upload, which may be completed more than once.
    add({ status }, { facts: { gallery, isListed, ...file }, by }) {
      if (status !== 'none') return [];
      requireOpen(gallery, by);
      if (!isListed) refuse('gallery-item-not-found', 'This file does not exist');
      const { id: galleryId, creatorId, clientId } = gallery;
      return [{ type: 'GalleryItemAdded', data: { ...file, galleryId, creatorId, clientId } }];
    },

    // The item may have been removed while its file was processed.
    recordDerived({ status, clientId }, { facts }) {
      return status === 'processing' ? [{ type: 'GalleryItemDerived', data: { ...facts, clientId } }] : [];
    },

    recordRefusal({ status }, { facts: { message } }) {
      return status === 'processing' ? [{ type: 'GalleryItemRefused', data: { message } }] : [];
    },

    describe(state, { facts: { gallery, title = state.title, section = state.section }, by }) {
      requireOpen(gallery, by);
      requireItem(state, gallery);
      if (title === state.title && section === state.section) return [];
      const { creatorId, clientId } = state;
      return [{ type: 'GalleryItemDescribed', data: { title, section, creatorId, clientId } }];
    },

    move(state, { facts: { gallery, sortOrder }, by }) {
      requireOpen(gallery, by);
      requireItem(state, gallery);
      return sortOrder === state.sortOrder ? [] : [{ type: 'GalleryItemMoved', data: { sortOrder } }];
    },

    favorite(state, { facts: { gallery, isFavorite }, by }) {
      requireFavorites(gallery, by);
      requireItem(state, gallery);
      if (isFavorite === state.isFavorite) return [];
      return [{ type: isFavorite ? 'GalleryItemFavorited' : 'GalleryItemUnfavorited', data: {} }];
    },

    remove(state, { facts: { gallery, unlisted }, by }) {
      // The reaction that completes interrupted removals has already removed the item.
      if (unlisted && state.status === 'removed') return [];
      // When a gallery is closed, the system removes its items.
      if (by.kind === 'user' || by.kind === 'staff') {
        requireOpen(gallery, by);
        requireItem(state, gallery);
      }
      const { status, galleryId, path } = state;
      if (status === 'none' || status === 'removed') return [];
      return [{ type: 'GalleryItemRemoved', data: { galleryId, path } }];
    },
  },

  evolve: {
    GalleryItemAdded: (state, { galleryId, creatorId, clientId, path }) => ({
      ...state,
      status: 'processing',
      galleryId,
      creatorId,
      clientId,
      path,
    }),
    GalleryItemDerived: (state) => ({ ...state, status: 'ready' }),
    GalleryItemRefused: (state) => ({ ...state, status: 'refused' }),
    GalleryItemDescribed: (state, { title, section }) => ({ ...state, title, section }),
    GalleryItemMoved: (state, { sortOrder }) => ({ ...state, sortOrder }),
    GalleryItemFavorited: (state) => ({ ...state, isFavorite: true }),
    GalleryItemUnfavorited: (state) => ({ ...state, isFavorite: false }),
    GalleryItemRemoved: (state) => ({ ...state, status: 'removed' }),
  },
});

/** The same response for an item of another gallery, one that was removed, and one that never existed. */
function requireItem({ status, galleryId }: GalleryItem, gallery: InGallery['gallery']): void {
  if (status === 'none' || status === 'removed' || galleryId !== gallery.id)
    refuse('gallery-item-not-found', 'This file does not exist');
}
