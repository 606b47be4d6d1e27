import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { EventStore, Projector, Public } from '#platform';

@Public()
@Controller('health')
export class HealthController {
  constructor(
    private readonly store: EventStore,
    private readonly projector: Projector,
  ) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** It can be sent requests: the log can be read and every read table shows what it holds. */
  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    if (await this.#caughtUp().catch(() => false)) return { status: 'ready' };
    throw new ServiceUnavailableException({ code: 'not-ready', message: 'Still catching up with the log' });
  }

  async #caughtUp(): Promise<boolean> {
    return this.projector.passed(await this.store.head());
  }
}
