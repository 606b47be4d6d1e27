import { aggregate, type Nothing, refuse } from '#kernel';

/**
 * A creator's rules for their galleries: whether clients get the originals only after paying in full, and within how
 * many days after the event the creator promises to deliver.
 */
export type GallerySettings = { readonly lockOriginals: boolean; readonly deliveryDays: number };
/** The rules of a creator who has not changed any. */
export const defaultSettings: GallerySettings = { lockOriginals: true, deliveryDays: 30 };

export type GallerySettingsCommands = {
  change: Partial<GallerySettings>;
  /** Removes the settings of a creator who was erased. */
  remove: Nothing;
};
export type GallerySettingsEvents = { GallerySettingsChanged: GallerySettings; GallerySettingsRemoved: Nothing };

/**
 * One stream per creator, `gallery-settings-<user id>`. Others cannot name it, because its id is that of the caller.
 */
export const gallerySettings = aggregate<
  GallerySettingsCommands,
  GallerySettingsEvents,
  GallerySettings & { readonly isStored: boolean },
  'gallery-settings'
>({
  stream: 'gallery-settings',
  initial: { ...defaultSettings, isStored: false },
  decide: {
    change(state, { facts: { lockOriginals = state.lockOriginals, deliveryDays = state.deliveryDays } }) {
      if (lockOriginals === state.lockOriginals && deliveryDays === state.deliveryDays) return [];
      return [{ type: 'GallerySettingsChanged', data: { lockOriginals, deliveryDays } }];
    },
    remove({ isStored }, { by }) {
      if (by.kind === 'user' || by.kind === 'staff')
        refuse('gallery-settings-not-allowed', 'Settings are removed automatically when their creator is erased');
      return isStored ? [{ type: 'GallerySettingsRemoved', data: {} }] : [];
    },
  },
  evolve: {
    GallerySettingsChanged: (_, settings) => ({ ...settings, isStored: true }),
    GallerySettingsRemoved: () => ({ ...defaultSettings, isStored: false }),
  },
});
