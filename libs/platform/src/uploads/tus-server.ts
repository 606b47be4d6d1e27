import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Server } from '@tus/server';
import { idOfStaged, Staging, stagedName } from './staging.ts';
import { UploadLocks } from './upload-locks.ts';
import { maximumSize } from './uploads.ts';

const path = '/storage/v1/upload/resumable';
/** How long a request may still write after another request has requested its lock, in milliseconds. */
const lockDrainTimeout = 3_000;
/**
 * The headers of the protocol. All others are the concern of the routes, and the metadata is in the row of the upload.
 */
const protocolHeaders = /^(upload-(?!metadata$)|tus-|content-type$|content-length$)/;

/** Receives the bytes of uploads with the tus protocol. The caller has checked the session and the rights. */
@Injectable()
export class TusServer {
  readonly #server: Server;
  readonly #ids = new WeakMap<Request, string>();

  constructor(datastore: Staging, locker: UploadLocks) {
    this.#server = new Server({
      path,
      datastore,
      locker,
      lockDrainTimeout,
      maxSize: maximumSize,
      relativeLocation: true,
      namingFunction: (request) => this.#nameOf(request),
      getFileIdFromRequest: (request) => this.#nameOf(request),
      generateUrl: (_, { id }) => `${path}/${idOfStaged(id)}`,
    });
  }

  /** Handles a request for the upload with this id. Errors of the protocol are responses, too. */
  handle(raw: IncomingMessage, id = ''): Promise<Response> {
    const headers = Object.entries(raw.headers).filter(([name]) => protocolHeaders.test(name)) as [string, string][];
    const method = raw.method ?? '';
    const body = ['POST', 'PATCH'].includes(method) ? { body: Readable.toWeb(raw), duplex: 'half' } : {};
    const request = new Request(`http://upload${path}/${id}`, { method, headers, ...body } as RequestInit);
    this.#ids.set(request, id);
    return this.#server.handleWeb(request as never);
  }

  #nameOf(request: object): string {
    return stagedName(this.#ids.get(request as Request) ?? '');
  }
}
