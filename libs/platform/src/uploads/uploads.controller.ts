import type { IncomingMessage } from 'node:http';
import {
  BadRequestException,
  ConflictException,
  Controller,
  Delete,
  Head,
  HttpCode,
  HttpException,
  Options,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { Metadata } from '@tus/server';
import { z } from 'zod';
import { Context } from '#platform/context';
import { Public } from '#platform/http';
import { Costly } from '#platform/rate-limits';
import { TusServer } from './tus-server.ts';
import { Uploads } from './uploads.ts';

type UploadRequest = { readonly raw: IncomingMessage };
type UploadReply = {
  status(code: number): UploadReply;
  headers(values: Readonly<Record<string, string>>): UploadReply;
};

const protocol = { 'tus-resumable': '1.0.0' };
/** How many files one person may send to one process at the same time. */
const maximumParallel = 20;
const uploadId = z.uuid('This upload does not exist or has expired.');

/**
 * Resumable uploads with the tus protocol, version 1.0.0. The checks of sessions, limits and rights are those of every
 * other route; only the bytes are handed to the tus server.
 */
@Controller('storage/v1/upload/resumable')
export class UploadsController {
  readonly #sending = new Map<string, number>();

  constructor(
    private readonly uploads: Uploads,
    private readonly tus: TusServer,
    private readonly context: Context,
  ) {}

  /** Returns which features of the protocol the server supports. */
  @Public()
  @Options()
  @HttpCode(204)
  async describe(@Req() { raw }: UploadRequest, @Res({ passthrough: true }) reply: UploadReply): Promise<string> {
    return send(reply, await this.tus.handle(raw));
  }

  @Post()
  @Costly({ name: 'uploads.create', times: 120, seconds: 60 })
  async create(@Req() { raw }: UploadRequest, @Res({ passthrough: true }) reply: UploadReply): Promise<string> {
    const { 'upload-metadata': metadata = '', 'upload-length': length } = raw.headers;
    const size = /^\d{1,15}$/.test(String(length)) ? Number(length) : Number.NaN;
    const id = await this.uploads.begin(this.#person, parseMetadata(String(metadata)), size);
    const response = await this.tus.handle(raw, id);
    // An upload that does not begin must not count as unfinished.
    if (response.status !== 201) await this.uploads.remove(id);
    // The client may have sent the whole file with this request (the extension creation-with-upload).
    else if (isWhole(response, size)) await this.uploads.complete(await this.uploads.requireOwn(id, this.#person));
    return send(reply, response);
  }

  /** Returns how many bytes have arrived. Completes an upload whose completion was interrupted after its last byte. */
  @Head(':id')
  async offset(
    @Param('id', { schema: uploadId }) id: string,
    @Req() { raw }: UploadRequest,
    @Res({ passthrough: true }) reply: UploadReply,
  ): Promise<string> {
    const upload = await this.uploads.requireOwn(id, this.#person);
    if (!(await this.uploads.completeIfWhole(upload))) return send(reply, await this.tus.handle(raw, id));
    const size = String(upload.size);
    reply.status(200).headers({ ...protocol, 'upload-offset': size, 'upload-length': size });
    return '';
  }

  @Patch(':id')
  async append(
    @Param('id', { schema: uploadId }) id: string,
    @Req() { raw }: UploadRequest,
    @Res({ passthrough: true }) reply: UploadReply,
  ): Promise<string> {
    const upload = await this.uploads.requireOwn(id, this.#person);
    if (upload.finishedAt)
      throw new ConflictException({ code: 'upload-finished', message: 'This upload is finished.' });
    const response = await this.#withinParallel(reply, () => this.tus.handle(raw, id));
    if (isWhole(response, upload.size)) await this.uploads.complete(upload);
    return send(reply, response);
  }

  @Delete(':id')
  @HttpCode(204)
  async remove(
    @Param('id', { schema: uploadId }) id: string,
    @Res({ passthrough: true }) reply: UploadReply,
  ): Promise<void> {
    await this.uploads.requireOwn(id, this.#person);
    await this.uploads.remove(id);
    reply.headers(protocol);
  }

  /** Throws 429 if this person is already sending the maximum number of files to this process. */
  async #withinParallel<T>(reply: UploadReply, receive: () => Promise<T>): Promise<T> {
    const person = this.#person;
    const count = this.#sending.get(person) ?? 0;
    if (count >= maximumParallel) {
      reply.headers({ 'retry-after': '1' });
      throw new HttpException({ code: 'too-many-requests', message: 'Too many files are being sent at once.' }, 429);
    }
    this.#sending.set(person, count + 1);
    try {
      return await receive();
    } finally {
      const left = (this.#sending.get(person) ?? 1) - 1;
      if (left > 0) this.#sending.set(person, left);
      else this.#sending.delete(person);
    }
  }

  get #person(): string {
    return this.context.origin.by.id;
  }
}

const isWhole = ({ headers }: Response, size: number): boolean => headers.get('upload-offset') === String(size);

const parseMetadata = (metadata: string): Record<string, string | null> => {
  try {
    return metadata === '' ? {} : Metadata.parse(metadata);
  } catch {
    throw new BadRequestException({ code: 'invalid', message: 'The Upload-Metadata header cannot be read' });
  }
};

/**
 * Copies the response of the tus server. CORS headers are not copied, because they are set as for every other route.
 */
const send = async (reply: UploadReply, response: Response): Promise<string> => {
  const headers = [...response.headers].filter(([name]) => !/^(access-control-|content-length$)/.test(name));
  reply.status(response.status).headers(Object.fromEntries(headers));
  return response.text();
};
