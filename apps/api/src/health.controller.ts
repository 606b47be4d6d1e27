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

  /**
   * It can be sent requests: the log can be read and every read table shows what it holds. `stalled` names those that
   * stand still because of an event; they need an operator, and everything else works.
   */
  @Get('ready')
  async ready(): Promise<{ status: 'ready'; stalled?: readonly string[] }> {
    const { stalled } = this.projector;
    if (await this.#isReady().catch(() => false)) return { status: 'ready', ...(stalled.length > 0 && { stalled }) };
    const message = this.database.diskIsFull ? 'The disk of the database is full' : 'Still catching up with the log';
    throw new ServiceUnavailableException({ code: 'not-ready', message });
  }

  /** The log may be on another server than the tables. */
  async #isReady(): Promise<boolean> {
    await this.database.query('select 1');
    if (this.database.diskIsFull) return false;
    return this.projector.ready();
  }
}
