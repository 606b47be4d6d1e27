import { aggregate } from '#kernel';

/**
 * A creator's rules for their galleries: whether clients get the originals only after paying in full, and within how many days
 * after the event the creator promises to deliver.
 */
export type GallerySettings = { readonly lockOriginals: boolean; readonly deliveryDays: number };

export type GallerySettingsCommands = { change: Partial<GallerySettings> };
export type GallerySettingsEvents = { GallerySettingsChanged: GallerySettings };

/** One stream per creator, `gallery-settings-<user id>`. Others cannot name it, because its id is that of the caller. */
export const gallerySettings = aggregate<
  GallerySettingsCommands,
  GallerySettingsEvents,
  GallerySettings,
  'gallery-settings'
>({
  stream: 'gallery-settings',
  initial: { lockOriginals: true, deliveryDays: 30 },
  decide: {
    change(state, { facts: { lockOriginals = state.lockOriginals, deliveryDays = state.deliveryDays } }) {
      if (lockOriginals === state.lockOriginals && deliveryDays === state.deliveryDays) return [];
      return [{ type: 'GallerySettingsChanged', data: { lockOriginals, deliveryDays } }];
    },
  },
  evolve: { GallerySettingsChanged: (_, settings) => settings },
});
