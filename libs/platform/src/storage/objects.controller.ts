import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { Controller, Get, NotFoundException, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { Public } from '#platform/http';
import { objectPath } from './object-path.ts';
import { type Delivery, objectResponse } from './object-response.ts';
import { SignedUrls } from './signed-urls.ts';
import { Storage } from './storage.ts';

/** How long a public object may be cached, in seconds. */
const publicSeconds = 3_600;

type ObjectRequest = { readonly method: string; readonly headers: IncomingHttpHeaders };
type ObjectReply = {
  status(code: number): ObjectReply;
  headers(values: Readonly<Record<string, string>>): ObjectReply;
};

/**
 * Serves stored files: private ones through signed URLs, public ones to everyone. The bucket of the URLs is
 * `galleries`.
 */
@Public()
@Controller('storage/v1/object')
export class ObjectsController {
  constructor(
    private readonly storage: Storage,
    private readonly urls: SignedUrls,
  ) {}

  @Get('sign/galleries/*')
  async signed(
    @Param('*') name: string,
    @Query('token') token: unknown,
    @Req() request: ObjectRequest,
    @Res({ passthrough: true }) reply: ObjectReply,
  ): Promise<StreamableFile | undefined> {
    const path = `private/${name}`;
    const grant = typeof token === 'string' ? await this.urls.verify(path, token) : undefined;
    if (!grant) throw notFound();
    const cacheControl = `private, max-age=${grant.seconds}`;
    return this.#serve(path, request, reply, { cacheControl, ...(grant.download && { download: grant.download }) });
  }

  @Get('public/galleries/*')
  visible(
    @Param('*') name: string,
    @Req() request: ObjectRequest,
    @Res({ passthrough: true }) reply: ObjectReply,
  ): Promise<StreamableFile | undefined> {
    return this.#serve(`public/${name}`, request, reply, { cacheControl: `public, max-age=${publicSeconds}` });
  }

  async #serve(path: string, request: ObjectRequest, reply: ObjectReply, delivery: Delivery) {
    const object = objectPath.safeParse(path).success ? await this.storage.stat(path) : undefined;
    if (!object) throw notFound();
    const { status, headers, range } = objectResponse(object, request.headers, delivery);
    reply.status(status).headers(headers);
    if (range === 'none') return undefined;
    // Fastify sets the Content-Length of HEAD responses to 0 unless the body is a stream.
    if (request.method === 'HEAD') return new StreamableFile(Readable.from([]));
    return new StreamableFile(await this.storage.read(path, range === 'all' ? undefined : range));
  }
}

/** The same response for an expired or forged URL and for a missing object. */
const notFound = () =>
  new NotFoundException({ code: 'object-not-found', message: 'This file does not exist or its link has expired.' });
