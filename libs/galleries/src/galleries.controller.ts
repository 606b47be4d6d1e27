import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { z } from 'zod';
import { bookingId } from '#bookings/contract';
import { type Receipt, receipt } from '#platform/audit';
import { Context } from '#platform/context';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import {
  type BookingDelivery,
  bookingDelivery,
  type CreatedGallery,
  createdGallery,
  type DeliveryPromise,
  deliveryPromise,
  type GalleriesPage,
  type Gallery,
  type GalleryAcceptance,
  type GalleryArchive,
  type GalleryArchiveRequest,
  type GalleryBookings,
  type GalleryFilter,
  type GalleryItemChange,
  type GalleryItemsChange,
  type GalleryItemsFilter,
  type GalleryItemsPage,
  type GalleryItemUrl,
  type GalleryItemUrlRequest,
  type GalleryOrderChange,
  type GalleryReopening,
  type GallerySettings,
  type GallerySettingsChange,
  galleriesPage,
  gallery,
  galleryAcceptance,
  galleryArchive,
  galleryArchiveRequest,
  galleryBookings,
  galleryFilter,
  galleryId,
  galleryItemChange,
  galleryItemId,
  galleryItemsChange,
  galleryItemsFilter,
  galleryItemsPage,
  galleryItemUrl,
  galleryItemUrlRequest,
  galleryOrderChange,
  galleryReopening,
  gallerySettings,
  gallerySettingsChange,
  type NewGallery,
  newGallery,
} from './contract.ts';
import { GalleryArchives } from './galleries.archives.ts';
import { AcceptGallery, CreateGallery, DeliverGallery, MarkGalleryReady, ReopenGallery } from './galleries.commands.ts';
import { GalleriesQueries } from './galleries.queries.ts';
import {
  ChangeGalleryItem,
  FavoriteGalleryItem,
  MoveGalleryItemsToSection,
  OrderGalleryItems,
  RemoveGalleryItem,
} from './gallery-items.commands.ts';
import { GalleryReceipts } from './gallery-receipts.queries.ts';
import { ChangeGallerySettings } from './gallery-settings.commands.ts';

const creatorId = z.uuid('This creator does not exist');

@Controller('api/v1/galleries')
export class GalleriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly galleries: GalleriesQueries,
    private readonly archives: GalleryArchives,
    private readonly context: Context,
    private readonly receipts: GalleryReceipts,
  ) {}

  @Get()
  @Returns(galleriesPage)
  mine(@Query({ schema: galleryFilter }) filter: GalleryFilter): Promise<GalleriesPage> {
    return this.galleries.mine(filter);
  }

  @Post()
  @Returns(createdGallery)
  async create(@Body({ schema: newGallery }) body: NewGallery): Promise<CreatedGallery> {
    const id = await this.commands.execute(new CreateGallery(body.bookingId, body.name, body.description));
    return { id, position: `${this.context.wrote}` };
  }

  @Get('bookings')
  @Returns(galleryBookings)
  bookings(): Promise<GalleryBookings> {
    return this.galleries.bookingsWithoutGallery();
  }

  @Get(':id')
  @Returns(gallery)
  byId(@Param('id', { schema: galleryId }) id: string): Promise<Gallery> {
    return this.galleries.byId(id);
  }

  @Get(':id/receipt')
  @Returns(receipt)
  receipt(@Param('id', { schema: galleryId }) id: string): Promise<Receipt> {
    return this.receipts.of(id);
  }

  @Post(':id/ready')
  @ReturnsNothing()
  markReady(@Param('id', { schema: galleryId }) id: string): Promise<void> {
    return this.commands.execute(new MarkGalleryReady(id));
  }

  @Post(':id/deliver')
  @ReturnsNothing()
  deliver(@Param('id', { schema: galleryId }) id: string): Promise<void> {
    return this.commands.execute(new DeliverGallery(id));
  }

  @Post(':id/reopen')
  @ReturnsNothing()
  reopen(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: galleryReopening }) { reason }: GalleryReopening,
  ): Promise<void> {
    return this.commands.execute(new ReopenGallery(id, reason));
  }

  @Post(':id/accept')
  @ReturnsNothing()
  accept(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: galleryAcceptance }) { version }: GalleryAcceptance,
  ): Promise<void> {
    return this.commands.execute(new AcceptGallery(id, version));
  }

  @Post(':id/archive')
  @HttpCode(200)
  @Returns(galleryArchive)
  archive(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: galleryArchiveRequest }) { variant }: GalleryArchiveRequest,
  ): Promise<GalleryArchive> {
    return this.archives.open(id, variant);
  }

  @Get(':id/items')
  @Returns(galleryItemsPage)
  items(
    @Param('id', { schema: galleryId }) id: string,
    @Query({ schema: galleryItemsFilter }) filter: GalleryItemsFilter,
  ): Promise<GalleryItemsPage> {
    return this.galleries.items(id, filter);
  }

  @Post(':id/items/:itemId/url')
  @HttpCode(200)
  @Returns(galleryItemUrl)
  url(
    @Param('id', { schema: galleryId }) id: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
    @Body({ schema: galleryItemUrlRequest }) request: GalleryItemUrlRequest,
  ): Promise<GalleryItemUrl> {
    return this.galleries.url(id, itemId, request);
  }

  @Patch(':id/items')
  @ReturnsNothing()
  changeAll(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: galleryItemsChange }) { itemIds, section }: GalleryItemsChange,
  ): Promise<void> {
    return this.commands.execute(new MoveGalleryItemsToSection(id, itemIds, section));
  }

  @Patch(':id/order')
  @ReturnsNothing()
  order(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: galleryOrderChange }) { items }: GalleryOrderChange,
  ): Promise<void> {
    return this.commands.execute(new OrderGalleryItems(id, items));
  }

  @Patch(':id/items/:itemId')
  @ReturnsNothing()
  change(
    @Param('id', { schema: galleryId }) id: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
    @Body({ schema: galleryItemChange }) change: GalleryItemChange,
  ): Promise<void> {
    return this.commands.execute(new ChangeGalleryItem(id, itemId, change));
  }

  @Delete(':id/items/:itemId')
  @ReturnsNothing()
  remove(
    @Param('id', { schema: galleryId }) id: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
  ): Promise<void> {
    return this.commands.execute(new RemoveGalleryItem(id, itemId));
  }

  @Put(':id/items/:itemId/favorite')
  @ReturnsNothing()
  favorite(
    @Param('id', { schema: galleryId }) id: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
  ): Promise<void> {
    return this.commands.execute(new FavoriteGalleryItem(id, itemId, true));
  }

  @Delete(':id/items/:itemId/favorite')
  @ReturnsNothing()
  unfavorite(
    @Param('id', { schema: galleryId }) id: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
  ): Promise<void> {
    return this.commands.execute(new FavoriteGalleryItem(id, itemId, false));
  }
}

@Public()
@Controller('api/v1/creators')
export class DeliveryPromisesController {
  constructor(private readonly galleries: GalleriesQueries) {}

  @Get(':id/delivery')
  @Returns(deliveryPromise)
  async promise(@Param('id', { schema: creatorId }) id: string): Promise<DeliveryPromise> {
    const { deliveryDays } = await this.galleries.settingsOf(id);
    return { deliveryDays };
  }
}

@Controller('api/v1/bookings')
export class BookingDeliveryController {
  constructor(private readonly galleries: GalleriesQueries) {}

  @Get(':id/delivery')
  @Returns(bookingDelivery)
  delivery(@Param('id', { schema: bookingId }) id: string): Promise<BookingDelivery> {
    return this.galleries.delivery(id);
  }
}

@Controller('api/v1/gallery-settings')
export class GallerySettingsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly galleries: GalleriesQueries,
  ) {}

  @Get()
  @Returns(gallerySettings)
  settings(): Promise<GallerySettings> {
    return this.galleries.settings();
  }

  @Put()
  @ReturnsNothing()
  change(@Body({ schema: gallerySettingsChange }) settings: GallerySettingsChange): Promise<void> {
    return this.commands.execute(new ChangeGallerySettings(settings));
  }
}
