import { Controller, Get } from '@nestjs/common';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { Modules } from '#platform/module';

/** The counts and short lists of the dashboard for the caller's role; each module contributes its part. */
@Controller('api/v1/dashboard')
export class DashboardController {
  constructor(
    private readonly context: Context,
    private readonly identity: IdentityQueries,
    private readonly modules: Modules,
  ) {}

  @Get()
  async mine(): Promise<object> {
    const { id } = this.context.origin.by;
    const { role } = await this.identity.me(id);
    const part = role === 'client' ? 'client' : 'professional';
    const galleries = role === 'client' ? { galleriesReceived: 0 } : { galleriesDelivered: 0 };
    const parts = this.modules.all.map(({ definition, queries }) => definition.dashboard?.[part](id, queries));
    return Object.assign({ role, ...galleries }, ...(await Promise.all(parts)));
  }
}
