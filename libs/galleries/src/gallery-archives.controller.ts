import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Controller, Get, NotFoundException, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '#platform/http';
import { objectResponse } from '#platform/storage';
import { galleryArchiveRequest, galleryId } from './contract.ts';
import { GalleryArchives } from './galleries.archives.ts';

type ArchiveRequest = { readonly method: string; readonly headers: IncomingHttpHeaders };
type ArchiveReply = {
  status(code: number): ArchiveReply;
  headers(values: Readonly<Record<string, string>>): ArchiveReply;
};

const parameters = z.object({
  id: galleryId,
  version: z.coerce.number().int().min(1),
  variant: galleryArchiveRequest.shape.variant.unwrap(),
  token: z.string(),
});

/** Sends galleries as ZIP files, whole or from where an interrupted download ended. The URL is the credential. */
@Public()
@Controller('storage/v1/archive/galleries')
export class GalleryArchivesController {
  constructor(private readonly archives: GalleryArchives) {}

  @Get(':id/:version/:variant')
  async download(
    @Param() path: Record<string, string>,
    @Query('token') token: unknown,
    @Req() request: ArchiveRequest,
    @Res({ passthrough: true }) reply: ArchiveReply,
  ): Promise<StreamableFile | undefined> {
    const parsed = parameters.safeParse({ ...path, token });
    if (!parsed.success) throw notFound();
    const { id, version, variant } = parsed.data;
    const archive = await this.archives.find(id, version, variant, parsed.data.token);
    if (!archive) throw notFound();
    const delivery = { download: archive.download, cacheControl: 'private, no-cache' };
    const { status, headers, range } = objectResponse(archive.object, request.headers, delivery);
    reply.status(status).headers({ ...headers, ...(headers['content-type'] && { 'content-type': 'application/zip' }) });
    if (range === 'none') return undefined;
    // Fastify sets the Content-Length of HEAD responses to 0 unless the body is a stream.
    if (request.method === 'HEAD') return new StreamableFile(Readable.from([]));
    const { start, end } = range === 'all' ? { start: 0, end: archive.object.size - 1 } : range;
    return new StreamableFile(archive.stream(start, end));
  }
}

/** The same response for an expired or forged URL and for a gallery that does not exist. */
const notFound = () =>
  new NotFoundException({ code: 'gallery-not-found', message: 'This does not exist, or you do not have access to it' });
