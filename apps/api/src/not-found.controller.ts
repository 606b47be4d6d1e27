import { Body, Controller, Post } from '@nestjs/common';
import { z } from 'zod';
import { Public, ReturnsNothing } from '#platform/http';
import { CappedLog, redact } from '#platform/logging';

const missingPage = z.object({
  path: z.string().max(2_000),
  referrer: z.string().max(2_000).optional(),
});
type MissingPage = z.infer<typeof missingPage>;

const linesPerMinute = 60;

/** Logs the paths of missing pages that users tried to open. */
@Public()
@Controller('api/v1/not-found')
export class NotFoundController {
  readonly #log = new CappedLog('NotFound', linesPerMinute);

  @Post()
  @ReturnsNothing()
  logMissingPage(@Body({ schema: missingPage }) { path, referrer }: MissingPage): void {
    this.#log.warn(`Page not found: ${loggable(path)}${referrer ? `, linked from ${loggable(referrer)}` : ''}`);
  }
}

/** The address on one line, without its query and without email addresses or tokens, which would be personal data. */
const loggable = (address: string): string => JSON.stringify(redact(decode(address.replace(/[?#].*$/s, ''))));

const decode = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
