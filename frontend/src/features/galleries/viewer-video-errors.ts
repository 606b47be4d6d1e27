/** Codes of `MediaError`. */
const [network, sourceNotSupported] = [2, 4];

/** `loaded`: whether the browser has loaded the video before. `renewed`: whether its URL is new since it last played. */
export type Playback = { readonly loaded: boolean; readonly renewed: boolean };

/**
 * What to do after an error of a video. A lost connection and a URL that has expired say nothing about the video, so
 * its URL is requested once more.
 */
export const afterVideoError = (
  code: number | undefined,
  { loaded, renewed }: Playback,
): 'renew' | 'unavailable' | 'unplayable' => {
  const isLost = code === network || (code === sourceNotSupported && loaded);
  if (!isLost) return 'unplayable';
  return renewed ? 'unavailable' : 'renew';
};
