import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Public, Returns, ReturnsNothing } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import {
  type CreatedGalleryShare,
  createdGalleryShare,
  type GalleryArchive,
  type GalleryArchiveRequest,
  type GalleryItemsFilter,
  type GalleryItemsPage,
  type GalleryItemUrl,
  type GalleryItemUrlRequest,
  type GalleryShares,
  galleryArchive,
  galleryArchiveRequest,
  galleryId,
  galleryItemId,
  galleryItemsFilter,
  galleryItemsPage,
  galleryItemUrl,
  galleryItemUrlRequest,
  galleryShareId,
  galleryShares,
  type NewGalleryShare,
  newGalleryShare,
  type SharedGallery,
  type SharedGalleryRequirements,
  type SharedGallerySession,
  type SharedGallerySessionRequest,
  sharedGallery,
  sharedGalleryRequirements,
  sharedGallerySession,
  sharedGallerySessionRequest,
} from './contract.ts';
import { GalleryArchives } from './galleries.archives.ts';
import {
  CreateGalleryShare,
  OpenGalleryShare,
  RecordShareDownload,
  RevokeGalleryShare,
} from './gallery-shares.commands.ts';
import { GallerySharesQueries } from './gallery-shares.queries.ts';

@Controller('api/v1/galleries/:id/shares')
export class GallerySharesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly shares: GallerySharesQueries,
  ) {}

  @Get()
  @Returns(galleryShares)
  list(@Param('id', { schema: galleryId }) id: string): Promise<GalleryShares> {
    return this.shares.of(id);
  }

  @Post()
  @Costly({ name: 'galleries.share', times: 20, seconds: 300 })
  @Returns(createdGalleryShare)
  async create(
    @Param('id', { schema: galleryId }) id: string,
    @Body({ schema: newGalleryShare }) share: NewGalleryShare,
  ): Promise<CreatedGalleryShare> {
    const created = await this.commands.execute(new CreateGalleryShare(id, share));
    return { id: created as CreatedGalleryShare['id'], path: `/shared-galleries/${this.shares.tokenOf(created)}` };
  }

  @Delete(':shareId')
  @ReturnsNothing()
  revoke(
    @Param('id', { schema: galleryId }) id: string,
    @Param('shareId', { schema: galleryShareId }) shareId: string,
  ): Promise<void> {
    return this.commands.execute(new RevokeGalleryShare(id, shareId));
  }
}

/** The header with the token of a visit. `Authorization` stays free for visitors who are signed in. */
const visitHeader = 'x-gallery-visit';

/** Galleries through a link, for people without an account. */
@Public()
@Controller('api/v1/shared-galleries/:token')
export class SharedGalleriesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly shares: GallerySharesQueries,
    private readonly archives: GalleryArchives,
  ) {}

  @Get()
  @Returns(sharedGalleryRequirements)
  requirements(@Param('token') token: string): Promise<SharedGalleryRequirements> {
    return this.shares.requirements(token);
  }

  @Post('session')
  @Costly({ name: 'galleries.visit', times: 20, seconds: 300 })
  @HttpCode(200)
  @Returns(sharedGallerySession)
  async open(
    @Param('token') token: string,
    @Body({ schema: sharedGallerySessionRequest }) secrets: SharedGallerySessionRequest,
  ): Promise<SharedGallerySession> {
    const id = this.shares.idIn(token);
    const access = await this.commands.execute(new OpenGalleryShare(id, secrets ?? {}));
    return { access, ...(await this.shares.visitToken(id, access)) };
  }

  @Get('gallery')
  @Returns(sharedGallery)
  async gallery(@Param('token') token: string, @Headers(visitHeader) visit: string): Promise<SharedGallery> {
    return this.shares.gallery(await this.shares.visit(token, visit ?? ''));
  }

  @Get('items')
  @Returns(galleryItemsPage)
  async items(
    @Param('token') token: string,
    @Headers(visitHeader) visit: string,
    @Query({ schema: galleryItemsFilter }) filter: GalleryItemsFilter,
  ): Promise<GalleryItemsPage> {
    const { favorites: _, ...paging } = filter;
    return this.shares.items(await this.shares.visit(token, visit ?? ''), paging);
  }

  @Post('items/:itemId/url')
  @HttpCode(200)
  @Returns(galleryItemUrl)
  async url(
    @Param('token') token: string,
    @Param('itemId', { schema: galleryItemId }) itemId: string,
    @Headers(visitHeader) visit: string,
    @Body({ schema: galleryItemUrlRequest }) request: GalleryItemUrlRequest,
  ): Promise<GalleryItemUrl> {
    const found = await this.shares.visit(token, visit ?? '');
    const { url, isDownload } = await this.shares.url(found, itemId, request);
    if (isDownload) await this.commands.execute(new RecordShareDownload(found.share.id, itemId));
    return url;
  }

  @Post('archive')
  @HttpCode(200)
  @Returns(galleryArchive)
  async archive(
    @Param('token') token: string,
    @Headers(visitHeader) visit: string,
    @Body({ schema: galleryArchiveRequest }) { variant }: GalleryArchiveRequest,
  ): Promise<GalleryArchive> {
    const found = await this.shares.visit(token, visit ?? '');
    this.shares.requireDownload(found);
    const archive = await this.archives.open(found.share.galleryId, variant, { by: found.as, person: found.share.id });
    await this.commands.execute(new RecordShareDownload(found.share.id, null));
    return archive;
  }
}
