import { z } from 'zod';

export const pictureId = z.uuid('This photo is not in your portfolio');

const title = z.string().trim().max(120, 'Please use at most 120 characters');
const description = z.string().trim().max(1000, 'Please use at most 1,000 characters');
/** An empty text is stored as null. */
const orNone = (text: z.ZodString) => text.nullable().transform((value) => value || null);

/**
 * `PATCH /api/v1/profile/portfolio/{id}`. Texts that are left out stay as they are; null or an empty text clears them.
 */
export const pictureTexts = z.object({
  title: orNone(title).optional(),
  description: orNone(description).optional(),
});
export type PictureTexts = z.infer<typeof pictureTexts>;

/** `PUT /api/v1/profile/portfolio/order`. Pictures that are left out follow those in the list. */
export const pictureOrder = z.object({
  pictureIds: z.array(pictureId, 'Send the photos in their new order').max(200, 'These are too many photos'),
});
export type PictureOrder = z.infer<typeof pictureOrder>;

/**
 * A picture as everyone sees it. `mediaUrl` is a JPEG; beside it are copies of at most 250, 720 and 1440 pixels of
 * width, whose addresses end in `.w250.webp` and so on instead of `.jpg`. Width and height in pixels; `thumbhash` is a
 * placeholder in base64.
 */
export const portfolioPicture = z.object({
  id: pictureId,
  mediaUrl: z.string(),
  mediaType: z.literal('image'),
  isFeatured: z.boolean(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  thumbhash: z.string(),
});
export type PortfolioPicture = z.infer<typeof portfolioPicture>;

/** A picture as its creator sees it. It has no address until it is published. `reason` says why a file was refused. */
export const ownPicture = portfolioPicture.extend({
  mediaUrl: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z.string().nullable(),
  status: z.enum(['processing', 'published', 'refused']),
  fileName: z.string(),
  reason: z.string().nullable(),
});
export type OwnPicture = z.infer<typeof ownPicture>;

/** `GET /api/v1/profile/portfolio`. `limit` is how many pictures there can be, without refused files. */
export const ownPortfolio = z.object({ items: z.array(ownPicture), limit: z.int() });
export type OwnPortfolio = z.infer<typeof ownPortfolio>;
