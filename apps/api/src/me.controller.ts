import { Controller, Get } from '@nestjs/common';
import { CatalogQueries } from '#catalog';
import { IdentityQueries } from '#identity';
import type { Me } from '#identity/contract';
import { Context } from '#platform';

@Controller('api/v1/me')
export class MeController {
  constructor(
    private readonly context: Context,
    private readonly identity: IdentityQueries,
    private readonly catalog: CatalogQueries,
  ) {}

  @Get()
  async me(): Promise<Me> {
    const { id } = this.context.origin.by;
    const [me, onboardingCompleted] = await Promise.all([this.identity.me(id), this.catalog.onboarded(id)]);
    return { ...me, onboardingCompleted };
  }
}
