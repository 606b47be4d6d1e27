import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Bag } from '#kernel';

/**
 * The realtime transport holds its requests open until there is a message to send, so the shutdown does not wait for
 * them.
 */
const longLivedPaths = /^\/socket\.io\//;

/**
 * Completes the requests in progress before anything closes: at shutdown it stops accepting connections, marks the open
 * ones as closing, and waits until the last response was sent. Otherwise clients would repeat a write whose
 * response was lost.
 */
@Injectable()
export class GracefulShutdown implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** How long requests that are in progress may still take when the process is stopped, in milliseconds. */
  drainTimeout = 10_000;
  readonly #inProgress = new Bag<ServerResponse>();
  #draining = false;
  #drained: () => void = () => undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  onApplicationBootstrap(): void {
    this.#server?.prependListener('request', (request, response) => this.#begin(request, response));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#draining = true;
    if (this.#server?.listening) this.#server.close();
    for (const response of this.#inProgress) if (!response.headersSent) response.setHeader('Connection', 'close');
    if (this.#inProgress.size > 0) await this.#waitUntilDrained();
  }

  get #server(): Server | undefined {
    return this.host.httpAdapter?.getHttpServer();
  }

  #begin({ url = '' }: IncomingMessage, response: ServerResponse): void {
    if (longLivedPaths.test(url)) return;
    if (this.#draining) response.setHeader('Connection', 'close');
    const remove = this.#inProgress.add(response);
    response.once('close', () => {
      remove();
      if (this.#inProgress.size === 0) this.#drained();
    });
  }

  async #waitUntilDrained(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
      timer = setTimeout(resolve, this.drainTimeout);
    });
    clearTimeout(timer);
  }
}
