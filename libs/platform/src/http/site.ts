import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Config } from '#platform/config';

/** The address people and providers reach this site at. */
@Injectable()
export class Site {
  constructor(
    private readonly config: Config,
    private readonly http: HttpAdapterHost,
  ) {}

  /** Without a slash at its end. Throws where any free port was asked for and nothing listens. */
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
