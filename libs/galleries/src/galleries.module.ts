import { bookingsModule } from '#bookings';
import { identityModule } from '#identity';
import { streamId } from '#kernel';
import { notificationsModule } from '#notifications';
import { ArchivesModule } from '#platform/archives';
import { ImagesModule } from '#platform/images';
import { defineModule } from '#platform/module';
import { StorageModule } from '#platform/storage';
import * as contract from './contract.ts';
import { access } from './galleries.access.ts';
import { GalleryArchives } from './galleries.archives.ts';
import * as commands from './galleries.commands.ts';
import {
  BookingDeliveryController,
  DeliveryPromisesController,
  GalleriesController,
  GallerySettingsController,
} from './galleries.controller.ts';
import {
  galleries,
  galleryItems,
  gallerySettingsTable,
  galleryShares,
  galleryVersions,
} from './galleries.projection.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import { GalleriesReactions } from './galleries.reactions.ts';
import {
  galleryItemRows,
  galleryRows,
  gallerySettingsRows,
  galleryShareRows,
  galleryVersionRows,
} from './galleries.rows.ts';
import { gallery } from './gallery.ts';
import { GalleryArchivesController } from './gallery-archives.controller.ts';
import * as erasureCommands from './gallery-erasure.commands.ts';
import { galleryItem } from './gallery-item.ts';
import * as itemCommands from './gallery-items.commands.ts';
import { GalleryItemUploads } from './gallery-items.uploads.ts';
import { GalleryNotifications } from './gallery-notifications.reactions.ts';
import { GalleryReceipts } from './gallery-receipts.queries.ts';
import { GallerySchedule } from './gallery-schedule.reactions.ts';
import * as settingsCommands from './gallery-settings.commands.ts';
import { gallerySettings } from './gallery-settings.ts';
import { galleryShare } from './gallery-share.ts';
import * as shareCommands from './gallery-shares.commands.ts';
import { GallerySharesController, SharedGalleriesController } from './gallery-shares.controller.ts';
import { GallerySharesQueries } from './gallery-shares.queries.ts';

const partiesIn = (data: object): readonly string[] =>
  'creatorId' in data && 'clientId' in data ? [String(data.creatorId), String(data.clientId)] : [];

export const galleriesModule = defineModule({
  name: 'galleries',
  imports: [identityModule, notificationsModule, bookingsModule, StorageModule, ImagesModule, ArchivesModule],
  aggregates: [gallery, galleryItem, gallerySettings, galleryShare],
  projections: [
    [galleries, galleryRows],
    [galleryVersions, galleryVersionRows],
    [galleryItems, galleryItemRows],
    [gallerySettingsTable, gallerySettingsRows],
    [galleryShares, galleryShareRows],
  ],
  commands: [commands, itemCommands, settingsCommands, shareCommands, erasureCommands],
  queries: GalleriesQueries,
  exports: [GalleryReceipts],
  contract,
  controllers: [
    GalleriesController,
    GallerySettingsController,
    DeliveryPromisesController,
    BookingDeliveryController,
    GallerySharesController,
    SharedGalleriesController,
    GalleryArchivesController,
  ],
  providers: [GalleryArchives, GalleryReceipts, GallerySharesQueries],
  uploads: [GalleryItemUploads],
  reactions: [GalleriesReactions, GallerySchedule, GalleryNotifications],
  subscribers: [
    {
      aggregate: gallery,
      topic: 'galleries',
      // A closed gallery no longer has a row.
      audience: async ({ stream, type, data }, queries) => ({
        people: type === 'GalleryClosed' ? partiesIn(data) : await queries.viewers(stream),
      }),
    },
    {
      aggregate: galleryItem,
      topic: 'galleries',
      audience: async ({ stream, data }, queries) => {
        const galleryId = 'galleryId' in data ? String(data.galleryId) : (await queries.item(stream))?.galleryId;
        return { people: galleryId === undefined ? [] : await queries.viewers(galleryId) };
      },
    },
    {
      aggregate: galleryShare,
      topic: 'galleries',
      audience: async ({ data }, queries) => ({
        people: 'galleryId' in data ? (await queries.viewers(String(data.galleryId))).slice(0, 1) : [],
      }),
    },
    {
      aggregate: gallerySettings,
      topic: 'galleries',
      audience: ({ stream }) => ({ people: [streamId(gallerySettings, stream)] }),
    },
  ],
  personalData: {
    export: {
      galleries: (_, queries) => queries.ownWithItems(),
      gallerySettings: (_, queries) => queries.settings(),
    },
    erasure: {
      command: (personId) => new erasureCommands.CloseGalleries(personId),
      readTables: ['bookings', 'galleries', 'gallery_items', 'gallery_versions', 'gallery_shares', 'gallery_settings'],
      remaining: (personId, queries) => queries.remainingOf(personId),
    },
  },
  dashboard: {
    client: {
      schema: contract.clientGalleryCounts,
      read: async (userId, queries): Promise<contract.ClientGalleryCounts> => ({
        galleriesReceived: await queries.countReceived(userId),
      }),
    },
    professional: {
      schema: contract.professionalGalleryCounts,
      read: async (userId, queries): Promise<contract.ProfessionalGalleryCounts> => ({
        galleriesDelivered: await queries.countCreated(userId),
      }),
    },
  },
  access,
  secretPaths: ['/shared-galleries/', '/api/v1/shared-galleries/'],
  auditTitles: {
    GalleryCreated: 'Gallery created',
    GalleryRescheduled: 'Promise to deliver moved with the event',
    GalleryItemListed: 'File made part of a gallery',
    GalleryItemUnlisted: 'File no longer part of a gallery',
    GalleryMarkedReady: 'Gallery shown to the client',
    GalleryDelivered: 'Gallery delivered',
    GalleryReopened: 'Gallery reopened',
    GalleryAccepted: 'Gallery accepted',
    GalleryDeliveryReminded: 'Creator reminded of a delivery',
    GalleryRemovalReminded: 'Parties reminded that files will be removed',
    GalleryFilesRemoved: 'Files of a gallery removed after 12 months',
    GalleryCreatorLeft: 'Gallery left to its client',
    GalleryClosed: 'Gallery closed',
    GalleryItemAdded: 'File added to a gallery',
    GalleryItemDerived: 'File processed',
    GalleryItemRefused: 'File could not be processed',
    GalleryItemDescribed: 'File described',
    GalleryItemMoved: 'File moved',
    GalleryItemFavorited: 'File chosen as a favorite',
    GalleryItemUnfavorited: 'File no longer a favorite',
    GalleryItemRemoved: 'File removed',
    GallerySettingsChanged: 'Gallery settings changed',
    GallerySettingsRemoved: 'Gallery settings removed',
    GalleryShareCreated: 'Link to a gallery created',
    GalleryShareRevoked: 'Link to a gallery revoked',
    GalleryShareOpened: 'Gallery opened through a link',
    GalleryShareDownloaded: 'Files downloaded through a link',
    GalleryShareRemoved: 'Link to a gallery removed',
  },
});
