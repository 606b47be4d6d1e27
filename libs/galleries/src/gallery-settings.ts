import { aggregate } from '#kernel';

export type GallerySettingsCommands = { change: { lockOriginals: boolean } };
export type GallerySettingsEvents = { GallerySettingsChanged: { lockOriginals: boolean } };
/** A creator's rules for their galleries: whether clients get the originals only after paying in full. */
export type GallerySettings = { readonly lockOriginals: boolean };

/** One stream per creator, `gallery-settings-<user id>`. Others cannot name it, because its id is that of the caller. */
export const gallerySettings = aggregate<
  GallerySettingsCommands,
  GallerySettingsEvents,
  GallerySettings,
  'gallery-settings'
>({
  stream: 'gallery-settings',
  initial: { lockOriginals: true },
  decide: {
    change: ({ lockOriginals }, { facts }) =>
      facts.lockOriginals === lockOriginals ? [] : [{ type: 'GallerySettingsChanged', data: facts }],
  },
  evolve: { GallerySettingsChanged: (_, { lockOriginals }) => ({ lockOriginals }) },
});
