import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Controller, Get, Header, NotFoundException, Param, Res } from '@nestjs/common';
import { plainPageStyle } from './plain-page.style.ts';
import type { Reply } from './plain-page.ts';
import { Public } from './public.ts';

const fonts: Readonly<Record<string, string>> = {
  'fraunces.woff2': '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2',
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
};
const { resolve } = createRequire(import.meta.url);

/** Stylesheet and fonts of the plain pages. */
@Public()
@Controller('plain')
export class PlainPagesController {
  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return plainPageStyle();
  }

  @Get('fonts/:name')
  async font(@Param('name') name: string, @Res({ passthrough: true }) reply: Reply): Promise<Buffer> {
    const file = Object.hasOwn(fonts, name) ? fonts[name] : undefined;
    if (!file) throw new NotFoundException();
    // The headers are set only now, so that a 404 is JSON and is not cached.
    reply.headers({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' });
    return readFile(resolve(file));
  }
}
