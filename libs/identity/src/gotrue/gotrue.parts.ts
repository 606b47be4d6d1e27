import { APP_INTERCEPTOR } from '@nestjs/core';
import type { SubmoduleParts } from '#platform/module';
import { AuthController } from './auth.controller.ts';
import { Anonymously, ByBearer } from './auth.guards.ts';
import { AuthServiceController } from './auth-service.controller.ts';
import { FactorsController } from './factors.controller.ts';
import { AuthErrorsFilter } from './gotrue.filter.ts';
import { IdTokenRequests } from './id-token.requests.ts';
import { MailsController } from './mails.controller.ts';
import { OAuthController } from './oauth.controller.ts';
import { RequestTimeout } from './request.timeout.ts';
import { UnsupportedEndpoints } from './unsupported.endpoints.ts';
import { UserController } from './user.controller.ts';
import { VerifyController } from './verify.controller.ts';

/** The routes under /auth/v1. */
export const gotrueParts = {
  // Order matters: the last controller handles every request that matches no other route.
  controllers: [
    AuthController,
    UserController,
    MailsController,
    VerifyController,
    FactorsController,
    OAuthController,
    AuthServiceController,
  ],
  providers: [
    Anonymously,
    ByBearer,
    IdTokenRequests,
    UnsupportedEndpoints,
    { provide: APP_INTERCEPTOR, useClass: RequestTimeout },
  ],
  exports: [AuthErrorsFilter],
} satisfies SubmoduleParts;
