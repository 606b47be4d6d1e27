import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { IdentityQueries } from '#identity';
import { Context } from '#platform/context';
import { Returns } from '#platform/http';
import { Modules } from '#platform/module';
import { modules } from '../../modules.ts';

const partsOf = (part: 'client' | 'professional'): z.ZodRawShape =>
  Object.assign({}, ...modules.map(({ dashboard }) => dashboard?.[part]?.schema.shape));

const dashboard = z.discriminatedUnion('role', [
  z.object({ role: z.literal('client'), ...partsOf('client') }),
  z.object({ role: z.enum(['creator', 'vendor']), ...partsOf('professional') }),
]);

/** The counts and short lists of the dashboard for the caller's role; each module contributes its part. */
@Controller('api/v1/dashboard')
export class DashboardController {
  constructor(
    private readonly context: Context,
    private readonly identity: IdentityQueries,
    private readonly modules: Modules,
  ) {}

  @Get()
  @Returns(dashboard)
  async mine(): Promise<z.output<typeof dashboard>> {
    const { id } = this.context.origin.by;
    const { role } = await this.identity.me(id);
    const part = role === 'client' ? 'client' : 'professional';
    const parts = this.modules.all.map(({ definition, queries }) => definition.dashboard?.[part]?.read(id, queries));
    return Object.assign({ role }, ...(await Promise.all(parts)));
  }
}
