import { Body, Controller, HttpCode, Logger, Post } from '@nestjs/common';
import { z } from 'zod';
import { Public } from '#platform/http';

const missing = z.object({
  path: z.string().max(2_000),
  referrer: z.string().max(2_000).optional(),
});
type Missing = z.infer<typeof missing>;

const linesPerMinute = 60;

/** Pages that people looked for in vain. */
@Public()
@Controller('api/v1/not-found')
export class NotFoundController {
  readonly #log = new Logger('NotFound');
  #minute = 0;
  #lines = 0;

  /** A flood of these is not worth a log: past so many a minute they are passed over. */
  @Post()
  @HttpCode(204)
  note(@Body({ schema: missing }) { path, referrer }: Missing): void {
    const minute = Math.floor(Date.now() / 60_000);
    this.#lines = minute === this.#minute ? this.#lines + 1 : 1;
    this.#minute = minute;
    if (this.#lines > linesPerMinute) return;
    this.#log.warn(`no page ${shown(path)}${referrer ? `, linked from ${shown(referrer)}` : ''}`);
  }
}

/** Without a query, which may hold what is personal, and on one line. */
const shown = (address: string): string => JSON.stringify(address.replace(/[?#].*$/s, ''));
