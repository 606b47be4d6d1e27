import type { DerivedPicture } from './picture.ts';

/** What a decoding process sends back for a picture. `refused` is a sentence for the person who uploaded it. */
export type DecodingResult =
  | { readonly picture: DerivedPicture }
  | { readonly refused: string }
  | { readonly error: string };

/** The exit code of a decoding process that needed too much memory. */
export const memoryExitCode = 71;
