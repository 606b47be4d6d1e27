import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Config } from '#platform/config';

/** The address under which users and providers reach this site. */
@Injectable()
export class Site {
  /** The port is kept, because a server that is closing has no address while it completes its last requests. */
  #port: number | undefined;

  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
  ) {}

  /** The site's URL without a trailing slash. Throws if PORT is 0 and the server is not listening yet. */
  get url(): string {
    const { publicUrl } = this.config;
    if (!publicUrl.endsWith(':0')) return publicUrl;
    this.#port ??= this.#listeningPort();
    if (this.#port === undefined)
      throw new Error('The site has no address yet: set PORT or PUBLIC_URL, or listen first');
    return `http://localhost:${this.#port}`;
  }

  #listeningPort(): number | undefined {
    const server: { address(): unknown } | undefined = this.http.httpAdapter?.getHttpServer();
    const address = server?.address();
    return address && typeof address === 'object' && 'port' in address ? Number(address.port) : undefined;
  }
}
