import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { Projector, Public } from '#platform';

@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly projector: Projector) {}

  /** The process answers. */
  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** It can be sent requests: the log can be read and every read table shows what it holds. */
  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    if (await this.projector.ready().catch(() => false)) return { status: 'ready' };
    throw new ServiceUnavailableException({ code: 'not-ready', message: 'Still catching up with the log' });
  }
}
