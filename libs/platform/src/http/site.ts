import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Config } from '#platform/config';

/** The address under which users and providers reach this site. */
@Injectable()
export class Site {
  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Without a trailing slash. Throws if PORT is 0 and the server is not listening yet. */
  get url(): string {
    const { publicUrl } = this.config;
    if (!publicUrl.endsWith(':0')) return publicUrl;
    const server: { address(): unknown } | undefined = this.http.httpAdapter?.getHttpServer();
    const address = server?.address();
    if (!(address && typeof address === 'object' && 'port' in address))
      throw new Error('The site has no address yet: set PORT or PUBLIC_URL, or listen first');
    return `http://localhost:${address.port}`;
  }
}
