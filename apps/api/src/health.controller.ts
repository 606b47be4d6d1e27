import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { Public } from '#platform/http';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';

@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly projector: Projector,
    private readonly database: Database,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** It can be sent requests: the log can be read and every read table shows what it holds. */
  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    if (await this.#isReady().catch(() => false)) return { status: 'ready' };
    throw new ServiceUnavailableException({ code: 'not-ready', message: 'Still catching up with the log' });
  }

  /** The log may be on another server than the tables. */
  async #isReady(): Promise<boolean> {
    await this.database.query('select 1');
    return this.projector.ready();
  }
}
