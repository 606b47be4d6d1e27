import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { z } from 'zod';
import { Public, Returns } from '#platform/http';
import { Database } from '#platform/postgres';
import { Projector } from '#platform/projections';

const live = z.object({ status: z.literal('live') });
const readiness = z.object({ status: z.literal('ready'), stalled: z.array(z.string()).optional() });

@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly projector: Projector,
    private readonly database: Database,
  ) {}

  /** The process is running and responds to requests. */
  @Get('live')
  @Returns(live)
  live(): z.output<typeof live> {
    return { status: 'live' };
  }

  /**
   * The process can serve requests: it can read the event log, and the read tables have caught up. `stalled` names the
   * projections that stopped at an event they cannot fold; they need an operator, and everything else works.
   */
  @Get('ready')
  @Returns(readiness)
  async ready(): Promise<z.output<typeof readiness>> {
    const { stalled } = this.projector;
    if (await this.#isReady().catch(() => false))
      return { status: 'ready', ...(stalled.length > 0 && { stalled: [...stalled] }) };
    const message = this.database.diskIsFull ? 'The database disk is full' : 'Still catching up with the log';
    throw new ServiceUnavailableException({ code: 'not-ready', message });
  }

  /**
   * Checks the database and the projector separately, because the event log and the read tables can be on different
   * servers.
   */
  async #isReady(): Promise<boolean> {
    await this.database.query('select 1');
    if (this.database.diskIsFull) return false;
    return this.projector.ready();
  }
}
