import { z } from 'zod';
import { bookingId } from '#bookings/contract';

export { galleryFileTypes, galleryUploadPurpose, maxGalleryFileSize } from './gallery-files.contract.ts';
export { itemsOf, previewsOf, previewWidths, withoutExtension } from './gallery-items.contract.ts';

export const galleryStatuses = ['draft', 'ready', 'delivered'] as const;
export type GalleryStatus = (typeof galleryStatuses)[number];

export const galleryId = z.templateLiteral(['gallery-', z.uuid()], 'This gallery does not exist');
export const galleryItemId = z.templateLiteral(['gallery-item-', z.uuid()], 'This file does not exist');

/** The maximum lengths of texts, in characters. */
export const maxNameLength = 160;
export const maxDescriptionLength = 2_000;
export const maxReasonLength = 500;

/** `POST /api/v1/galleries`, for the creator of a confirmed booking that has no gallery. */
export const newGallery = z.object({
  bookingId: z.templateLiteral(['booking-', z.uuid()], 'Please select a booking'),
  name: z
    .string('Gallery name is required')
    .trim()
    .min(1, 'Gallery name is required')
    .max(maxNameLength, 'Gallery name must be at most 160 characters'),
  description: z.string().trim().max(maxDescriptionLength, 'Please use at most 2,000 characters').optional(),
});
export type NewGallery = z.infer<typeof newGallery>;

/** The response to `POST /api/v1/galleries`. `position` is that of its event in the event log. */
export const createdGallery = z.object({ id: galleryId, position: z.string() });
export type CreatedGallery = z.infer<typeof createdGallery>;

/** `GET /api/v1/galleries` */
export const galleryFilter = z.object({
  bookingId: bookingId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
});
export type GalleryFilter = z.infer<typeof galleryFilter>;

const party = z.object({ id: z.uuid(), displayName: z.string() });

/** Signed URLs of the smaller copies of a picture, or of a video's poster, as WebP with {@link previewWidths}. */
export const previews = z.object({ small: z.string(), medium: z.string(), large: z.string() });
export type Previews = z.infer<typeof previews>;

/** `width` and `height` in pixels as the picture is shown; `thumbhash` is a placeholder in base64. */
const picture = z.object({
  width: z.int(),
  height: z.int(),
  thumbhash: z.string().nullable(),
  previews,
});

/** The picture that stands for a gallery. The URLs of its previews are valid until `previewsExpireAt`. */
const cover = picture.extend({ previewsExpireAt: z.iso.datetime() });

/**
 * A gallery as its creator or its client sees it. Clients do not see it before it is ready; then its pictures have a
 * watermark until it is delivered.
 */
export const gallery = z.object({
  id: galleryId,
  bookingId,
  creatorId: z.uuid(),
  clientId: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(galleryStatuses),
  /**
   * The day by which the creator promised to deliver, and whether it has passed without a delivery. Of a booking that
   * is no longer confirmed, nothing is late.
   */
  dueDate: z.iso.date(),
  isLate: z.boolean(),
  /** The day of the latest delivery. */
  deliveryDate: z.iso.date().nullable(),
  /** How often the gallery was delivered; 0 before the first delivery. A gallery that was reopened keeps its number. */
  version: z.int(),
  /** When the client accepted the delivered version. */
  acceptedAt: z.iso.datetime().nullable(),
  /** The day on which the files of a delivered gallery are removed, and when they were; null if not. */
  removalDate: z.iso.date().nullable(),
  filesRemovedAt: z.iso.datetime().nullable(),
  /** Why the creator reopened the gallery; null after the next delivery. */
  reopenReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  itemCount: z.int(),
  /** In bytes. */
  totalSize: z.int(),
  /** How many of the items are not processed yet, and how many could not be. */
  itemsProcessing: z.int(),
  itemsRefused: z.int(),
  booking: z.object({
    id: bookingId,
    eventName: z.string().nullable(),
    eventType: z.string(),
    eventDate: z.iso.date(),
  }),
  creator: party,
  client: party,
  /** The first picture, or null while there is none. */
  cover: cover.nullable(),
  /** Whether the client cannot have the original files because the booking is not paid in full. */
  originalsLocked: z.boolean(),
  /**
   * What the caller may do now, decided by the server. `download` is about the original files, `archive` about all
   * photos of a delivered gallery in web size; originals in an archive need both. `share` is about links for people
   * without an account.
   */
  may: z.object({
    upload: z.boolean(),
    edit: z.boolean(),
    markReady: z.boolean(),
    deliver: z.boolean(),
    reopen: z.boolean(),
    accept: z.boolean(),
    favorite: z.boolean(),
    download: z.boolean(),
    archive: z.boolean(),
    share: z.boolean(),
  }),
});
export type Gallery = z.infer<typeof gallery>;

/** `GET /api/v1/galleries`, newest first. */
export const galleriesPage = z.object({ items: z.array(gallery), nextCursor: z.string().nullable() });
export type GalleriesPage = z.infer<typeof galleriesPage>;

/** `GET /api/v1/galleries/bookings`: the caller's confirmed bookings that have no gallery, the latest event first. */
export const galleryBookings = z.object({
  items: z.array(
    z.object({
      id: bookingId,
      eventName: z.string().nullable(),
      eventType: z.string(),
      eventDate: z.iso.date(),
      client: party,
    }),
  ),
});
export type GalleryBookings = z.infer<typeof galleryBookings>;

/** How many items of a gallery our pages ask for. */
export const galleryItemsPageSize = 1_000;

/** `GET /api/v1/galleries/{id}/items`. One request can return 1,000 items, so that a viewer needs only one. */
export const galleryItemsFilter = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(galleryItemsPageSize),
  /** `true`: only the client's favorites. */
  favorites: z.enum(['true']).optional(),
  cursor: z.string().max(200).optional(),
});
export type GalleryItemsFilter = z.infer<typeof galleryItemsFilter>;

export const galleryItemStates = ['processing', 'ready', 'refused'] as const;
export type GalleryItemState = (typeof galleryItemStates)[number];

/**
 * A photo or video in a list, without what all items of the list have in common, which {@link itemsOf} adds. `width`,
 * `height`, `thumbhash` and `signatures` are null until it is processed.
 */
const listedItem = z.object({
  id: galleryItemId,
  /** The name under which the original is stored in the folder of the gallery. */
  file: z.string(),
  fileName: z.string(),
  /** A MIME type that begins with `image/` or `video/`. */
  fileType: z.string(),
  /** In bytes. */
  fileSize: z.int(),
  /** The checksum of the original in lower-case hexadecimal, for the creator only. */
  sha256: z.string().optional(),
  title: z.string().nullable(),
  section: z.string().nullable(),
  /** Whether the booking's client marked it as a favorite. */
  isFavorite: z.boolean(),
  sortOrder: z.int(),
  createdAt: z.iso.datetime(),
  state: z.enum(galleryItemStates),
  /** Why the file could not be processed: a sentence for the creator; null unless `state` is `refused`. */
  refusal: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  thumbhash: z.string().nullable(),
  /** The length of a video in seconds. */
  duration: z.number().nullable(),
  /** The signatures of the small, the medium and the large preview, 28 characters each, one after another. */
  signatures: z.string().length(84).nullable(),
});
export type ListedItem = z.infer<typeof listedItem>;

/**
 * Items of a gallery. `previewUrl` is the URL of each of their previews, with three parts to be replaced: `{file}` by
 * the item's `file` without its extension, `{width}` by 250 (small), 720 (medium) or 1440 (large), and `{signature}` by
 * that part of the item's `signatures`. The URLs are valid until `previewsExpireAt`, for 3,600 seconds.
 */
const listedItems = z.object({
  galleryId,
  items: z.array(listedItem),
  previewUrl: z.string(),
  previewsExpireAt: z.iso.datetime(),
});

/** A photo or video as pages use it; `previews` is null until it is processed. */
export type GalleryItem = Omit<ListedItem, 'file' | 'sha256' | 'signatures'> & {
  readonly galleryId: Gallery['id'];
  /** Where the original is stored. To read it, request a URL with `POST …/items/{itemId}/url`. */
  readonly fileUrl: string;
  readonly sha256: string | null;
  readonly previews: Previews | null;
};

/** `GET /api/v1/galleries/{id}/items`, by `sortOrder`, then `createdAt`. */
export const galleryItemsPage = listedItems.extend({ nextCursor: z.string().nullable() });
export type GalleryItemsPage = z.infer<typeof galleryItemsPage>;

/** `POST /api/v1/galleries/{id}/reopen` */
export const galleryReopening = z.object({
  reason: z
    .string('Enter a reason')
    .trim()
    .min(1, 'Enter a reason')
    .max(maxReasonLength, 'Please use at most 500 characters'),
});
export type GalleryReopening = z.infer<typeof galleryReopening>;

/** `POST /api/v1/galleries/{id}/accept`: the version that the client looked at. Another one is refused. */
export const galleryAcceptance = z.object({ version: z.int().min(1) });
export type GalleryAcceptance = z.infer<typeof galleryAcceptance>;

/** `original` is the file as it was uploaded; the others are the WebP copies of {@link previews}. */
export const galleryItemVariants = ['original', 'large', 'medium', 'small'] as const;
export type GalleryItemVariant = (typeof galleryItemVariants)[number];

/**
 * `POST /api/v1/galleries/{id}/items/{itemId}/url`. With `download` the browser saves the file under its name, as it
 * always does with the original of a photo.
 */
export const galleryItemUrlRequest = z.object({
  variant: z.enum(galleryItemVariants).default('original'),
  download: z.boolean().default(false),
});
export type GalleryItemUrlRequest = z.infer<typeof galleryItemUrlRequest>;

/** A path of this site, valid for 3,600 seconds to view and for 60 seconds to download. */
export const galleryItemUrl = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type GalleryItemUrl = z.infer<typeof galleryItemUrl>;

/**
 * `POST /api/v1/galleries/{id}/archive`: one ZIP file of a delivered gallery. `original` has all files as they were
 * uploaded, `large` the photos as WebP, at most 1,440 pixels wide. Sections become folders.
 */
export const galleryArchiveRequest = z.object({ variant: z.enum(['original', 'large']).default('original') });
export type GalleryArchiveRequest = z.infer<typeof galleryArchiveRequest>;

/** A path of this site, valid for 24 hours; a download that was interrupted can be continued. `size` in bytes. */
export const galleryArchive = z.object({
  url: z.string(),
  expiresAt: z.iso.datetime(),
  fileCount: z.int(),
  size: z.int(),
});
export type GalleryArchive = z.infer<typeof galleryArchive>;

const section = z.string().trim().max(80, 'The section must be at most 80 characters').nullable();

/** How many files one request can move to a section. */
export const maxItemsMoved = 100;

/** `PATCH /api/v1/galleries/{id}/items`: moves files to a section; null removes them from their section. */
export const galleryItemsChange = z.object({
  itemIds: z.array(galleryItemId).min(1, 'Select at least one file').max(maxItemsMoved, 'At most 100 files'),
  section,
});
export type GalleryItemsChange = z.infer<typeof galleryItemsChange>;

const sortOrder = z.int('The order must be a whole number').min(-1_000_000).max(1_000_000);

/**
 * `PATCH /api/v1/galleries/{id}/order`: the numbers by which files are ordered. All others keep theirs. It has room for
 * all files of a gallery, because files that were never moved have the same number.
 */
export const galleryOrderChange = z.object({
  items: z
    .array(z.object({ itemId: galleryItemId, sortOrder }))
    .min(1, 'Select at least one file')
    .max(5_000, 'At most 5,000 files'),
});
export type GalleryOrderChange = z.infer<typeof galleryOrderChange>;

/** `PATCH /api/v1/galleries/{id}/items/{itemId}`: what is left out stays; null or an empty text removes a text. */
export const galleryItemChange = z.object({
  title: z.string().trim().max(maxNameLength, 'The title must be at most 160 characters').nullable().optional(),
  section: section.optional(),
  sortOrder: sortOrder.optional(),
});
export type GalleryItemChange = z.infer<typeof galleryItemChange>;

/** Whether clients get the original files only once the booking is paid in full; true by default. */
const lockOriginals = z.boolean();
/** Within how many days after an event the creator promises to deliver; 30 by default. */
const deliveryDays = z.int('Enter a whole number of days').min(1, 'At least one day').max(365, 'At most 365 days');

/** `GET /api/v1/gallery-settings`: a creator's rules for all of their galleries. */
export const gallerySettings = z.object({ lockOriginals, deliveryDays });
export type GallerySettings = z.infer<typeof gallerySettings>;

/** `PUT /api/v1/gallery-settings`: what is left out stays. New promises are for galleries that are created later. */
export const gallerySettingsChange = z.object({
  lockOriginals: lockOriginals.optional(),
  deliveryDays: deliveryDays.optional(),
});
export type GallerySettingsChange = z.infer<typeof gallerySettingsChange>;

/** `GET /api/v1/creators/{id}/delivery`, for everyone, to be shown before a booking. */
export const deliveryPromise = z.object({ deliveryDays: z.int() });
export type DeliveryPromise = z.infer<typeof deliveryPromise>;

/**
 * `GET /api/v1/bookings/{id}/delivery`, for both parties: the day by which the gallery of the booking was promised, or
 * would be if it were created now, whether it has passed without a delivery, and whether the caller may create the
 * gallery now, decided by the server.
 */
export const bookingDelivery = z.object({
  dueDate: z.iso.date(),
  isLate: z.boolean(),
  may: z.object({ createGallery: z.boolean() }),
});
export type BookingDelivery = z.infer<typeof bookingDelivery>;

export const galleryShareId = z.templateLiteral(['gallery-share-', z.uuid()], 'This link does not exist');

/**
 * `POST /api/v1/galleries/{id}/shares`: a link for people without an account. If there is a password, they need it to
 * see the gallery; if there is a PIN, to download from it. The link stops working at `expiresAt`.
 */
export const newGalleryShare = z.object({
  label: z.string().trim().max(80, 'The label must be at most 80 characters').optional(),
  access: z.enum(['view', 'download']).default('view'),
  password: z.string().min(6, 'The password must be at least 6 characters').max(100).optional(),
  pin: z
    .string()
    .regex(/^[0-9]{4,8}$/, 'A PIN has 4 to 8 digits')
    .optional(),
  expiresAt: z.iso.datetime().optional(),
});
export type NewGalleryShare = z.infer<typeof newGalleryShare>;

/**
 * The response to `POST /api/v1/galleries/{id}/shares`. `path` is the page to send to others:
 * `/shared-galleries/{token}`.
 */
export const createdGalleryShare = z.object({ id: galleryShareId, path: z.string() });
export type CreatedGalleryShare = z.infer<typeof createdGalleryShare>;

/**
 * A visit or download through a link. `visitorName` is set for visitors who are signed in; `itemId` is null for all
 * files.
 */
const galleryShareVisit = z.object({
  kind: z.enum(['opened', 'downloaded']),
  access: z.enum(['view', 'download']).nullable(),
  itemId: z.string().nullable(),
  visitorName: z.string().nullable(),
  createdAt: z.iso.datetime(),
});

const galleryShare = z.object({
  id: galleryShareId,
  label: z.string().nullable(),
  access: z.enum(['view', 'download']),
  hasPassword: z.boolean(),
  hasPin: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  path: z.string(),
  visits: z.array(galleryShareVisit),
});

/** `GET /api/v1/galleries/{id}/shares`, newest first, each with its 200 latest visits. */
export const galleryShares = z.object({ items: z.array(galleryShare) });
export type GalleryShares = z.infer<typeof galleryShares>;

/** A link as staff see it: without its address and label, and without the names of visitors, who are other people. */
const staffGalleryLink = galleryShare
  .omit({ path: true, label: true })
  .extend({ visits: z.array(galleryShareVisit.omit({ visitorName: true })) });

/**
 * `POST /api/v1/staff/bookings/{id}/gallery`: a gallery as staff examine it, drafts included. The items are those that
 * were delivered, or all of a gallery that is not, in pages, with previews without a watermark. `links` are the
 * 200 newest links for people without an account, each with its 200 latest visits.
 */
export const staffGallery = gallery.omit({ cover: true, may: true }).extend({
  ...listedItems.shape,
  nextCursor: z.string().nullable(),
  links: z.array(staffGalleryLink),
});
export type StaffGallery = z.infer<typeof staffGallery>;

export const staffGalleryPaging = galleryItemsFilter.omit({ favorites: true });
export type StaffGalleryPaging = z.output<typeof staffGalleryPaging>;

/** `GET /api/v1/staff/bookings/{id}/gallery`: what staff see of a gallery without a reason. No personal data. */
export const staffGalleryFacts = gallery.pick({
  id: true,
  status: true,
  dueDate: true,
  isLate: true,
  deliveryDate: true,
  version: true,
  acceptedAt: true,
  filesRemovedAt: true,
  itemCount: true,
  totalSize: true,
  originalsLocked: true,
});
export type StaffGalleryFacts = z.infer<typeof staffGalleryFacts>;

/** `GET /api/v1/shared-galleries/{token}`: what to ask a visitor for before the session. */
export const sharedGalleryRequirements = z.object({
  needsPassword: z.boolean(),
  /** Downloads need a PIN; without it the visit is for viewing. */
  needsPin: z.boolean(),
  access: z.enum(['view', 'download']),
});
export type SharedGalleryRequirements = z.infer<typeof sharedGalleryRequirements>;

/** `POST /api/v1/shared-galleries/{token}/session` */
export const sharedGallerySessionRequest = z
  .object({ password: z.string().max(100).optional(), pin: z.string().max(100).optional() })
  .nullish();
export type SharedGallerySessionRequest = z.infer<typeof sharedGallerySessionRequest>;

/** The other routes under `/api/v1/shared-galleries/{token}` need `accessToken` in the header `X-Gallery-Visit`. */
export const sharedGallerySession = z.object({
  accessToken: z.string(),
  expiresAt: z.iso.datetime(),
  access: z.enum(['view', 'download']),
});
export type SharedGallerySession = z.infer<typeof sharedGallerySession>;

/**
 * `GET /api/v1/shared-galleries/{token}/gallery`. Its items, their URLs and its archive have the shapes of the
 * gallery's own. The `original` of a photo is a JPEG of at most 3,840 pixels, that of a video the same video; both are
 * without metadata.
 */
export const sharedGallery = z.object({
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(galleryStatuses),
  creatorName: z.string(),
  eventType: z.string(),
  eventDate: z.iso.date(),
  itemCount: z.int(),
  totalSize: z.int(),
  cover: cover.nullable(),
  originalsLocked: z.boolean(),
  removalDate: gallery.shape.removalDate,
  filesRemovedAt: gallery.shape.filesRemovedAt,
  may: z.object({ download: z.boolean(), archive: z.boolean() }),
});
export type SharedGallery = z.infer<typeof sharedGallery>;

/** How many galleries a client can see, for their dashboard. */
export const clientGalleryCounts = z.object({ galleriesReceived: z.int() });
export type ClientGalleryCounts = z.infer<typeof clientGalleryCounts>;

/** How many galleries a professional has delivered, for their dashboard. */
export const professionalGalleryCounts = z.object({ galleriesDelivered: z.int() });
export type ProfessionalGalleryCounts = z.infer<typeof professionalGalleryCounts>;
